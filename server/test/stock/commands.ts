import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { anyOperation, type Operation } from './operations.ts';
import type { Shop } from './shop.ts';

type Command = fc.AsyncCommand<Shop, Shop> & { operation: Operation };

const show = (value: unknown) => JSON.stringify(value, null, 1);

/** Runs an operation on both shops. The answers and the states after it must be the same. */
function toCommand(operation: Operation, told?: (answer: string) => void): Command {
  return {
    operation,
    check: () => true,
    toString: () => JSON.stringify(operation),
    run: async (model, real) => {
      const [expected, answer] = [await model.do(operation), await real.do(operation)];
      told?.(`${operation.kind} ${answer}`);
      if (answer !== expected)
        throw new Error(`${JSON.stringify(operation)} was answered ${answer}, the model says ${expected}`);
      const [right, seen] = [await model.see(), await real.see()];
      if (!isDeepStrictEqual(seen, right))
        throw new Error(
          `After ${JSON.stringify(operation)} it is ${show(seen)}, the model says ${show(right)}`,
        );
    },
  };
}

/** Between `least` and `most` operations of this number of browsers. */
export const anyOperations = (browsers: number, { least, most }: { least: number; most: number }) =>
  fc.array(fc.oneof(...anyOperation(browsers)), { minLength: least, maxLength: most, size: 'max' });

/** Runs operations as fast-check commands on a model and on the shop that is compared with it. */
export async function follow(
  shops: { model: Shop; real: Shop },
  operations: readonly Operation[],
  told?: (answer: string) => void,
): Promise<void> {
  const commands = operations.map((operation) => toCommand(operation, told));
  await fc.asyncModelRun(() => shops, commands);
}

/**
 * Shortens a failing sequence by leaving operations out. Returns the shortest failing part that it finds, and
 * its error.
 */
export async function shorten(
  operations: readonly Operation[],
  fails: (part: readonly Operation[]) => Promise<unknown>,
): Promise<{ operations: readonly Operation[]; error: unknown }> {
  let shortest = operations;
  let error = await fails(shortest);
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < shortest.length; ) {
      const part = [...shortest.slice(0, at), ...shortest.slice(at + size)];
      const found = await fails(part);
      if (found) {
        shortest = part;
        error = found;
      } else at += size;
    }
  }
  return { operations: shortest, error };
}
