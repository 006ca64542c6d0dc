import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashPassword } from '../accounts/password.ts';
import { openFiles } from './files.ts';

test.runIf(process.platform !== 'win32')(
  'files that a disk does not give back leave threads for everything else',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'entrada-files-'));
    await mkdir(join(dataDir, 'files'));
    const names = Array.from({ length: 8 }, (_, nth) => `hung-${nth}`);
    const paths = names.map((name) => join(dataDir, 'files', name));
    // Whoever opens a pipe waits until somebody writes to it, as for a disk that hangs.
    execFileSync('mkfifo', paths);
    const files = openFiles({ dataDir });
    const reading = names.map((name) => files.get(name).catch(() => null));
    // Each name is opened for writing again and again, because some are opened for reading only then.
    const free = () => {
      for (const path of paths) closeSync(openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
    };
    try {
      const served = Promise.all([stat(dataDir), hashPassword('a long enough password')]).then(() => true);
      const late = new Promise<boolean>((done) => setTimeout(() => done(false), 4_000));
      expect(await Promise.race([served, late])).toBe(true);
    } finally {
      const timer = setInterval(free, 20);
      await Promise.all(reading);
      clearInterval(timer);
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  30_000,
);
