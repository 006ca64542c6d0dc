import { openWorkers } from './pool.ts';
import type * as reading from './reading.ts';
import type * as tasks from './tasks.ts';

/** The threads of this process that draw and write. main.ts closes them at the end. */
export const workers = openWorkers<typeof tasks>(new URL('./tasks.ts', import.meta.url));

/**
 * The thread that reads files of people who look at the page meanwhile. It does not wait behind what is drawn, and has the
 * priority of the loop: behind it, a tenth of a second of work took half a minute on a busy machine. main.ts closes it.
 */
export const readers = openWorkers<typeof reading>(new URL('./reading.ts', import.meta.url), { threads: 1 });
