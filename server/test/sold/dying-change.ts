// A process that carries out a change of an event, two mails a transaction, and is killed before the nth commits:
// `url changeId nth`.
import type { JobCtx } from '../../platform/jobs/job.ts';
import { carryOutChange } from '../../sales/event-changes/work.ts';
import { dyingDatabase } from './dying.ts';

const [url = '', changeId = '', nth = ''] = process.argv.slice(2);
const ctx = { db: dyingDatabase(url, Number(nth)), config: { bulkMailsPerDay: 1_000_000 } };
await carryOutChange(ctx as unknown as JobCtx, null, Number(changeId), 2);
