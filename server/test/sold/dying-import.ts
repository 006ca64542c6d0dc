// A process that runs an import and is killed before the nth of its transactions commits: `url importId nth`.
import type { JobCtx } from '../../platform/jobs/job.ts';
import { runImport } from '../../sales/imports/work.ts';
import { dyingDatabase } from './dying.ts';

const [url = '', importId = '', nth = ''] = process.argv.slice(2);
const config = { bulkMailsPerDay: 1_000_000 };
await runImport(
  { db: dyingDatabase(url, Number(nth)), config } as unknown as JobCtx,
  Number(importId),
  false,
);
