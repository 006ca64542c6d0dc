// What `npm start` runs. Node keeps what it compiled of each source, so that a start reads that and loads neither the
// compiler of types nor each source again: half the time to start, and 30 MB less memory (docs/decisions/038). The first
// start writes it. JavaScript, because TypeScript would load that compiler.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const { execPath, execArgv, argv, env, execve } = process;
// glibc gives each thread memory of its own and keeps it when the thread ends. It also keeps what was freed below a block
// that is still in use, so blocks from 16 kB on come from the system and go back to it (docs/decisions/042 and 104). It
// reads this when a process starts, so the process starts itself once more, in the same place.
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
if (process.platform === 'linux' && !env.MALLOC_ARENA_MAX && execve)
  execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...ALLOCATOR, ...env });

// React would check each element that it writes, in pages and mails alike.
env.NODE_ENV ??= 'production';
const folder = join(import.meta.dirname, '../node_modules/.cache/compiled');
enableCompileCache(folder);
// For the threads and processes of this one, which do not ask for it.
env.NODE_COMPILE_CACHE ??= folder;
await import('./main.ts');
