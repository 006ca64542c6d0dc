import type { Db } from '../../db/client.ts';
import { findOpenMigrations, MigrationError } from '../../db/migrate.ts';
import { toLines } from './report.ts';
import { verify } from './service.ts';

/** Exit codes: no drift; drift; this version cannot verify the database. */
export const EXIT = { clean: 0, drift: 1, refused: 2 } as const;

/** Explains why this version cannot verify the database. Null if it can. Changes nothing. */
async function whyNotVerifiable(url: string): Promise<string | null> {
  try {
    const open = await findOpenMigrations({ url });
    if (open.length === 0) return null;
    return `The database is older than this version of Entrada: ${open.join(', ')} not yet applied. Run npm run migrate first, or verify with the version that wrote it.`;
  } catch (error) {
    if (error instanceof MigrationError) return error.message;
    throw error;
  }
}

/** Verifies the database at `url` and prints the result. Returns the exit code. Changes nothing. */
export async function runVerify(options: {
  url: string;
  db: Db;
  json: boolean;
  print: (line: string) => void;
}): Promise<number> {
  const { url, db, json, print } = options;
  const refusal = await whyNotVerifiable(url);
  if (refusal !== null) {
    print(json ? JSON.stringify({ ok: false, refused: refusal }) : refusal);
    return EXIT.refused;
  }
  const found = await verify(db);
  if (json) print(JSON.stringify({ ok: found.drift.length === 0, ...found }, null, 2));
  else for (const line of toLines(found)) print(line);
  return found.drift.length === 0 ? EXIT.clean : EXIT.drift;
}
