// A process that works off a bulk job, two rows a transaction, and is killed before the nth commits: `url jobId nth`.
import type { JobCtx } from '../../platform/jobs/job.ts';
import { cancelAction } from '../../sales/bulk/actions/cancel.ts';
import { workOff } from '../../sales/bulk/work.ts';
import { dyingDatabase } from './dying.ts';

const [url = '', jobId = '', nth = ''] = process.argv.slice(2);
const ctx = { db: dyingDatabase(url, Number(nth)), config: { bulkMailsPerDay: 1_000_000 } };
await workOff(ctx as unknown as JobCtx, new Map([['cancel', { ...cancelAction, most: 2 }]]), Number(jobId));
