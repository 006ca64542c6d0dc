import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config/environment.ts';

export type FileStore = {
  put: (key: string, content: Buffer) => Promise<void>;
  get: (key: string) => Promise<Buffer>;
  removeAll: (prefix: string) => Promise<void>;
};

/**
 * The file store for uploads. Keys are random and made by the server. A key never contains a name that a user
 * gave.
 */
export function openFiles(config: Pick<Config, 'dataDir'>): FileStore {
  const disk = new Disk(new FSDriver({ location: join(config.dataDir, 'files'), visibility: 'private' }));
  return {
    put: (key, content) => disk.put(key, content),
    get: async (key) => Buffer.from(await disk.getBytes(key)),
    removeAll: (prefix) => disk.deleteAll(prefix),
  };
}
