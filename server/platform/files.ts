import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config/environment.ts';
import { fail } from './errors.ts';
import { createSlots } from './slots.ts';

export type FileStore = {
  put: (key: string, content: Buffer) => Promise<void>;
  get: (key: string) => Promise<Buffer>;
  removeAll: (prefix: string) => Promise<void>;
};

/**
 * Half of the threads that Node has for files, names and cryptography in a process. A disk that hangs gives none back, so
 * without a limit a few files would stop everything else, logging in for example.
 */
const THREADS = 2;
const ANSWER_MS = 10_000;

const slots = createSlots({ atOnce: THREADS, maxWaiting: 500 });

/**
 * Does work on files below `DATA_DIR` when it is its turn. Throws UNAVAILABLE with Retry-After if that takes long; work
 * that has begun keeps its turn until the disk gives it back.
 */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(fail('UNAVAILABLE', { retryAfter: 5 })), ANSWER_MS);
  try {
    return await Promise.race([slots.run(work), over]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The file store for uploads. Keys are random and made by the server. A key never contains a name that a user
 * gave.
 */
export function openFiles(config: Pick<Config, 'dataDir'>): FileStore {
  const disk = new Disk(new FSDriver({ location: join(config.dataDir, 'files'), visibility: 'private' }));
  return {
    put: (key, content) => onDisk(() => disk.put(key, content)),
    get: async (key) => Buffer.from(await onDisk(() => disk.getBytes(key))),
    removeAll: (prefix) => onDisk(() => disk.deleteAll(prefix)),
  };
}
