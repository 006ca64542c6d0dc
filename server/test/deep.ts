/** Whether this is `npm run test:deep`. It runs the files `*.deep.test.ts` with every case, `npm test` with a sample. */
export const IS_DEEP = process.env['DEEP'] === '1';

/** All cases in a deep run. Otherwise every nth case. */
export function sample<T>(cases: readonly T[], nth: number): readonly T[] {
  return IS_DEEP ? cases : cases.filter((_, at) => at % nth === 0);
}
