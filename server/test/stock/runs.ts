import fc from 'fast-check';
import { anyOperations, shorten } from './commands.ts';
import { anySpec, type Operation, type Spec } from './operations.ts';

type Try = (spec: Spec, operations: readonly Operation[]) => Promise<void>;

export type Runs = {
  runs: number;
  browsers: number;
  least: number;
  most: number;
  seed?: number | undefined;
  /** Whether a failing sequence is shortened. This is useless if the order of operations is random. */
  shortens?: boolean;
};

/**
 * Tries `runs` shops, each with a random sequence of operations. Returns null if all succeed. Otherwise
 * returns what failed, with the seed that repeats it.
 */
export async function tryRuns(
  { runs, browsers, least, most, seed, shortens = true }: Runs,
  attempt: Try,
): Promise<string | null> {
  const found = await fc.check(fc.asyncProperty(anySpec, anyOperations(browsers, { least, most }), attempt), {
    numRuns: runs,
    endOnFailure: true,
    ...(seed !== undefined && { seed }),
  });
  if (!found.failed) return null;
  const [spec, operations] = found.counterexample ?? [];
  const again = `Run it again with STOCK_SEED=${found.seed} (it failed at run ${found.numRuns} of ${runs}).`;
  if (!spec || !operations) return `${again}\n${fc.defaultReportMessage(found)}`;
  const fails = (part: readonly Operation[]) =>
    attempt(spec, part).then(
      () => null,
      (error: unknown) => error,
    );
  const short = shortens ? await shorten(operations, fails) : { operations, error: found.errorInstance };
  return [
    again,
    JSON.stringify(spec),
    ...short.operations.map((operation) => JSON.stringify(operation)),
    short.error instanceof Error ? (short.error.stack ?? short.error.message) : String(short.error),
  ].join('\n');
}
