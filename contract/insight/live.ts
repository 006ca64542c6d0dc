import type { Permission } from '../permissions.ts';

/** Where the stream of changes is, below `/api`. */
export const LIVE_PATH = '/live';

/** What a change can be about, and who may learn of it. */
export const LIVE_NOUNS = {
  orders: 'orders.read',
  attendees: 'attendees.read',
  'check-ins': 'check-in.read',
  'bulk-jobs': 'orders.read',
  messages: 'messages.read',
  notes: 'orders.read',
  /** What became of mails. */
  mails: 'orders.read',
  /** Answers that changed after the order was complete. */
  answers: 'orders.read',
  /** How often the event's page was opened. It names no ids. */
  visits: 'orders.read',
} as const satisfies Record<string, Permission>;

export type LiveNoun = keyof typeof LIVE_NOUNS;

/**
 * Records of one event that changed. `new`: an order that was placed. A new order also stands for its attendees. It names
 * no data of the records: whoever wants those reads them again.
 */
export type LiveChange = {
  eventId: number;
  noun: LiveNoun;
  kind: 'new' | 'changed';
  /**
   * Of orders and attendees their own ids, of check-ins those of the lists, of bulk jobs and messages their own, of notes,
   * mails and answers those of their orders. At most `LIVE.ids`.
   */
  ids: number[];
  /** How many there are in all. */
  count: number;
};

/** The data of the event `changes`. */
export type LiveMessage = { changes: LiveChange[] };

/**
 * The names of the events of the stream. `hello`: what was missed has been sent. `changes`: see LiveMessage. `reset`: more was
 * missed than is kept, so read everything again. `beat`: nothing happened. `end`: the session is over, do not come back.
 */
export const LIVE_EVENTS = ['hello', 'changes', 'reset', 'beat', 'end'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

export const LIVE = {
  ids: 100,
  /** The server says something at least this often. */
  beatMs: 20_000,
} as const;
