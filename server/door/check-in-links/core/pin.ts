/** Wrong PINs before the first pause, which is a second long. */
export const FREE_TRIES = 5;
export const LONGEST_PAUSE_SECONDS = 300;
/** Tries are forgotten after this time without a new one. */
export const QUIET_SECONDS = 3_600;

/** How many tries are left before a pause, after so many. */
export const triesLeft = (tries: number): number => Math.max(0, FREE_TRIES - tries);
