import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Crop, ImageType } from '@entrada/contract/images';
import { fail } from '../errors.ts';
import { createSlots } from '../slots.ts';
import type { Original, Pictures } from './pictures.ts';
import type { Answer, Made, Order } from './process.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));
/** The largest picture takes about three seconds of a core, of which a busy machine gives this process little. */
const LONGEST_MS = 180_000;
const RETRY_SECONDS = 30;

/** The largest picture takes 250 MB, so one is made at a time. Those that wait take at most 5 MB each. */
const slots = createSlots({ atOnce: 1, maxWaiting: 16, maxWaitMs: 20_000 });

type Wanted = { type: ImageType; crop: Crop | null };

/**
 * Checks a picture and makes its sizes as `makeSizes` does. Throws IMAGE_TYPE,
 * IMAGE_DIMENSIONS, IMAGE_TOO_SMALL, IMAGE_UNREADABLE, VALIDATION_FAILED for a crop outside the picture, or UNAVAILABLE
 * if too many pictures wait.
 *
 * Each upload gets a process of its own. All memory comes back with its end, which the allocator of a long process
 * does not do (docs/decisions/027), and a picture that breaks the decoder breaks nothing else.
 */
export const makePictures = (content: Buffer, wanted: Wanted): Promise<Pictures> =>
  slots.run(() => inOwnProcess(PROGRAM, { content, ...wanted, withOriginal: false }));

/** Makes the same and the whole of the picture, for later crops. */
export async function makeAll(content: Buffer, wanted: Wanted): Promise<Pictures & { original: Original }> {
  const { original, ...pictures } = await slots.run(() =>
    inOwnProcess(PROGRAM, { content, ...wanted, withOriginal: true }),
  );
  if (!original) throw new Error('The original was not made');
  return { ...pictures, original };
}

/**
 * Sends an order to a program and reads its answer. A program that ends without one could not read the picture. One that
 * takes longer than `longestMs` is ended: UNAVAILABLE, since the machine may be too busy for a good picture.
 */
export async function inOwnProcess(program: string, order: Order, longestMs = LONGEST_MS): Promise<Made> {
  const answer = await new Promise<Answer>((done, refuse) => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
    });
    child.once('message', (message) => done(message as Answer));
    child.once('error', refuse);
    child.once('exit', (code, signal) => {
      const cause = new Error(`The decoder ended with ${signal ?? code}`);
      // `killed` is set if this process ended it.
      refuse(
        child.killed
          ? fail('UNAVAILABLE', { retryAfter: RETRY_SECONDS, cause })
          : fail('IMAGE_UNREADABLE', { cause }),
      );
    });
    child.send(order, (error) => error && refuse(fail('IMAGE_UNREADABLE', { cause: error })));
  });
  if ('made' in answer) return answer.made;
  if ('error' in answer) throw new Error(answer.error);
  const { code, params, errors } = answer.refusal;
  throw fail(code, { ...(params && { params }), ...(errors && { errors }) });
}
