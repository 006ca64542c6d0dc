import type { BulkKind, BulkNoun, BulkReason } from '@entrada/contract/sales/bulk/jobs';
import type { Tx } from '../../../db/client.ts';
import type { AccountScope, UserActor } from '../../../platform/context.ts';

/** A job as its action needs it. `input` is what its action stored when the job was made. */
export type Job = {
  id: number;
  accountId: number;
  eventId: number;
  noun: BulkNoun;
  kind: BulkKind;
  input: unknown;
};

/** A row of a job. `rowId` is the order itself, or an attendee of it. `undo`: what the job to be undone has stored. */
export type Row = { orderId: number; rowId: number; undo: unknown };

/** What became of a row: kept for a reason, or changed if `code` is null. `undo`: what taking it back needs to know. */
export type Outcome = { rowId: number; code: BulkReason | null; undo?: unknown };

export type Work = {
  job: Job;
  scope: AccountScope;
  /** The user who began the job writes the audit. */
  witness: { actor: UserActor; requestId: null };
  /** All rows of some orders, at most as many as one transaction may hold. */
  rows: readonly Row[];
  mailsPerDay: number;
};

/**
 * One kind of job. `run` works some rows off in the caller's transaction and answers the outcome of each. `last` is the
 * transaction's last statement: it changes counters. What it throws takes all of these rows back; they are then tried
 * in smaller parts. `after` runs after the commit.
 */
export type BulkAction = {
  kind: BulkKind;
  /** The most rows of one transaction. */
  most: number;
  run: (
    tx: Tx,
    work: Work,
  ) => Promise<{
    outcomes: Outcome[];
    waitingMails?: number;
    last?: () => Promise<unknown>;
    after?: () => void;
  }>;
};

/** The rows of each order, by its id, in the order of the ids. */
export const byOrder = (rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ orderId }) => orderId);
