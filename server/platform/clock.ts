/**
 * The clock of this process, for displayed times and for signatures. Deadlines use the clock of the database.
 */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };
