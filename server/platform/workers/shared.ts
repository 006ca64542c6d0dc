import { openWorkers } from './pool.ts';
import type * as tasks from './tasks.ts';

/** The threads of this process. main.ts closes them at the end. */
export const workers = openWorkers<typeof tasks>(new URL('./tasks.ts', import.meta.url));
