import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@entrada/contract/constants';
import { onDisk } from '../files.ts';

export type KeptFiles = {
  /** The content under a key; null if it is not kept. */
  find: (key: string) => Promise<Buffer | null>;
  keep: (key: string, content: Uint8Array) => Promise<void>;
  /** Removes what nobody has read for a while, and the longest unread beyond the space. */
  sweep: () => Promise<void>;
};

type KeptFilesOptions = { folder: string; maxBytes?: number; maxUnreadMs?: number };

/** The time of the last reading is written again after this time only. */
const NOTE_EVERY_MS = 3_600_000;
/** A file of a process that died while writing. */
const LEFT_AFTER_MS = 3_600_000;

/**
 * Files that can be made again, by the hash of what they are made of. Losing one costs only time. A file appears as a
 * whole or not at all, also for other processes.
 */
export function openKeptFiles({
  folder,
  maxBytes = 512 * 1024 ** 2,
  maxUnreadMs = 7 * DAY_MS,
}: KeptFilesOptions): KeptFiles {
  const pathOf = (key: string) => join(folder, `${key}.pdf`);
  return {
    find: async (key) => {
      const path = pathOf(key);
      const content = await onDisk(() => readFile(path)).catch(() => null);
      if (content) await noteReading(path);
      return content;
    },
    keep: async (key, content) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const half = join(folder, `${key}.${randomBytes(6).toString('hex')}`);
      try {
        await writeFile(half, content, { mode: 0o600 });
        await rename(half, pathOf(key));
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
    },
    sweep: async () => {
      let kept = 0;
      for (const file of await listByReading(folder)) {
        const age = Date.now() - file.readAt;
        kept += file.bytes;
        const isHalf = !file.path.endsWith('.pdf');
        if (age > (isHalf ? LEFT_AFTER_MS : maxUnreadMs) || (!isHalf && kept > maxBytes))
          await rm(file.path, { force: true });
      }
    },
  };
}

async function noteReading(path: string): Promise<void> {
  try {
    const now = new Date();
    if (now.getTime() - (await stat(path)).mtimeMs > NOTE_EVERY_MS) await utimes(path, now, now);
  } catch {
    // Another process swept the file meanwhile. Its content is here already.
  }
}

/** The files of a folder, the last read first. */
async function listByReading(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const files: { path: string; bytes: number; readAt: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found) files.push({ path, bytes: found.size, readAt: found.mtimeMs });
  }
  return files.sort((a, b) => b.readAt - a.readAt);
}
