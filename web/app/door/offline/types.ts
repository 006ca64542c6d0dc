import type { checkIn, undoCheckIn } from '@entrada/contract/door/check-in';
import type { OfflineConflict } from '@entrada/contract/door/offline';
import type { OutputOf } from '@entrada/contract/endpoint';
import type { Attempt, UndoAttempt } from '../attempt.ts';
import type { Finding } from '../guests/use-row-check-in.ts';
import type { Counts } from '../use-door.ts';

// What the pages of the door know about this phone and its work without a connection. `useDoorDevice` answers a
// `DoorDevice`; everything below it may be shown as it stands here.

/** The door's answer to one attempt. */
export type DeviceAnswer = OutputOf<typeof checkIn>['data'] & {
  /** This phone decided by itself. The scan waits until there is a connection. */
  isOffline: boolean;
};

export type DeviceUndone = OutputOf<typeof undoCheckIn>['data'] & { isOffline: boolean };

/**
 * `online`: the server decides. `offline`: this phone decides, if it can (`offline.isReady`). When the link was closed, the page
 * says that there is no list; the tickets on this phone are gone, and what waits is still sent.
 */
export type DeviceState = 'online' | 'offline';

/**
 * Why this phone cannot decide by itself. `loading`: the tickets are being loaded. `unsupported`: the browser cannot check
 * signatures, or keeps nothing, such as in a private window. `storage_full`: new scans can no longer wait on it. `expired`: the
 * last contact was more than 24 hours ago, so the tickets were removed. `not_active`: the list tells nothing about tickets yet.
 */
export type OfflineProblem = 'loading' | 'unsupported' | 'storage_full' | 'expired' | 'not_active';

export type OfflineAbility = {
  isReady: boolean;
  problem: OfflineProblem | null;
  /** Tickets on this phone. */
  tickets: number;
  /** Until when this phone can decide without a contact. */
  until: string | null;
};

export type DeviceStatus = {
  state: DeviceState;
  offline: OfflineAbility;
  /** Scans on this phone that the server has not received yet. */
  waiting: number;
  /** Counted by this phone, while the server cannot tell or does not know what waits; else null. */
  counts: Counts | null;
  /** When this phone last had contact; null if it never had. */
  lastSyncAt: string | null;
  /** Scans of the list that contradict one another, of all phones, the newest first. As of the last contact. */
  conflicts: readonly OfflineConflict[];
  /** Whether the browser promised to keep what is stored; null before it was asked. */
  isPersistent: boolean | null;
};

export type DoorDevice = DeviceStatus &
  Finding & {
    /**
     * Lets somebody in, or says why not: by the server, or by this phone if there is no connection. Throws `ApiError` if neither
     * can decide, with the code NETWORK or OFFLINE if only the connection is missing.
     */
    attempt: (attempt: Attempt) => Promise<DeviceAnswer>;
    /** Takes an entry back. Throws `ApiError`. */
    undo: (attempt: UndoAttempt) => Promise<DeviceUndone>;
    /** Tries to reach the server now. */
    retry: () => void;
  };
