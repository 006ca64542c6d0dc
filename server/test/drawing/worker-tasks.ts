// Tasks that tests run in another thread.
import { setTimeout as wait } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

export const whoRuns = (_: null) => threadId;
export const add = ({ a, b }: { a: number; b: number }) => a + b;
export const refuse = (message: string) => {
  throw new Error(message);
};
export const end = (code: number) => process.exit(code);
export const sleep = (milliseconds: number) => wait(milliseconds, 'slept');
export const fillMemory = (_: null) => {
  const all: number[][] = [];
  for (;;) all.push(new Array<number>(100_000).fill(all.length));
};
export const stopLoop = (_: null) => {
  for (;;);
};
