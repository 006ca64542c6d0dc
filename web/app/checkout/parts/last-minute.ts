/** The last minute before a moment, as people say a deadline: 23:59 and not 00:00 of the next day. Pure. */
export const lastMinuteBefore = (until: string): string => new Date(Date.parse(until) - 60_000).toISOString();
