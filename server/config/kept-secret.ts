import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from './problems.ts';
import { SECRET_LENGTH } from './secret.ts';

/**
 * The secret in `dataDir`, which the first start makes at random for its owner alone.
 * @throws ConfigError if the file holds one that is too short
 */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  try {
    // A link exists completely or not at all. If two first starts run together, one creates the secret and
    // both read the same one.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < SECRET_LENGTH)
    throw new ConfigError([
      { variable: 'SECRET', message: `in ${file} is too short: remove the file to get a new one` },
    ]);
  return secret;
}
