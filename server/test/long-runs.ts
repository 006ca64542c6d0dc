/** `LONG_RUNS=1`: samples as large as the question allows, for hours when nobody waits. */
export const IS_LONG_RUN = process.env['LONG_RUNS'] === '1';
