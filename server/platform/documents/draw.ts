import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/environment.ts';
import type { FileStore } from '../files.ts';
import { workers as sharedWorkers } from '../workers/shared.ts';
import type { Drawing } from './drawing.ts';
import { type KeptFiles, openKeptFiles } from './kept-files.ts';
import { drawingVersion } from './version.ts';

export type Drawings = {
  /**
   * The PDF of a drawing: a kept one, or drawn in another thread and kept. Calls for the same drawing at the same
   * time share one thread. Throws UNAVAILABLE with Retry-After if too many wait. Jobs are patient and wait instead.
   */
  draw: (drawing: Drawing, options?: { isPatient?: boolean }) => Promise<Buffer>;
  /** Removes kept files that nobody has read for a while. Drawing does it too, every ten minutes at most. */
  sweep: () => Promise<void>;
};

type Parts = {
  config: Pick<Config, 'dataDir'>;
  files: FileStore;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Replaced in tests. */
  workers?: Pick<typeof sharedWorkers, 'run'>;
  kept?: KeptFiles;
};

const SWEEP_EVERY_MS = 600_000;

/**
 * Draws PDF files. What was drawn is kept in DATA_DIR by the hash of its facts and of the drawing program, so a file
 * whose facts have changed is never found again.
 */
export function openDrawings({ config, files, log, workers = sharedWorkers, kept }: Parts): Drawings {
  const store = kept ?? openKeptFiles({ folder: join(config.dataDir, 'drawn') });
  const underWay = new Map<string, Promise<Buffer>>();
  let version: Promise<string> | null = null;
  let sweptAt = 0;

  const keyOf = async (drawing: Drawing) => {
    version ??= drawingVersion().catch((error: unknown) => {
      version = null;
      throw error;
    });
    return createHash('sha256')
      .update(`${await version}\n${JSON.stringify(drawing)}`)
      .digest('hex');
  };

  const coverOf = async (key: string): Promise<Uint8Array | null> => {
    try {
      return await files.get(key);
    } catch (error) {
      // A ticket without its cover picture is still valid at the door.
      log.warn({ err: error, file: key }, 'the cover could not be read');
      return null;
    }
  };

  const keep = async (key: string, content: Buffer) => {
    try {
      await store.keep(key, content);
    } catch (error) {
      // A full disk must not stop downloads and mails: the next call draws again.
      log.warn({ err: error }, 'a drawn file could not be kept');
    }
    if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = Date.now();
    store.sweep().catch((error: unknown) => log.warn({ err: error }, 'drawn files could not be swept'));
  };

  const make = async (key: string, drawing: Drawing, isPatient: boolean): Promise<Buffer> => {
    const found = await store.find(key);
    if (found) return found;
    const { drawn, isWhole } = await drawAnew(drawing, isPatient);
    const content = Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
    if (isWhole) await keep(key, content);
    return content;
  };

  const drawAnew = async (drawing: Drawing, isPatient: boolean) => {
    const { locale } = drawing;
    if (drawing.kind === 'invoice') {
      const drawn = await workers.run('drawInvoice', { data: drawing.data, locale }, { isPatient });
      return { drawn, isWhole: true };
    }
    if (drawing.kind === 'credit_note') {
      const drawn = await workers.run('drawCreditNote', { data: drawing.data, locale }, { isPatient });
      return { drawn, isWhole: true };
    }
    const cover = drawing.coverKey ? await coverOf(drawing.coverKey) : null;
    const drawn = await workers.run(
      'drawTickets',
      { data: { ...drawing.data, cover }, locale },
      { isPatient },
    );
    // Without the cover that it should have, the file is not what its key says.
    return { drawn, isWhole: drawing.coverKey === null || cover !== null };
  };

  return {
    sweep: store.sweep,
    draw: async (drawing, { isPatient = false } = {}) => {
      const key = await keyOf(drawing);
      // A patient call does not join one that may be refused.
      const id = `${isPatient} ${key}`;
      const running = underWay.get(id) ?? make(key, drawing, isPatient).finally(() => underWay.delete(id));
      underWay.set(id, running);
      return running;
    },
  };
}
