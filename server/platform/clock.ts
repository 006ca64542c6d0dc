/** The process clock, for what is shown and for signatures. Deadlines use the database's. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };
