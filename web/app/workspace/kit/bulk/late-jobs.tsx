import type { BulkNoun } from '@entrada/contract/sales/bulk/jobs';
import { latePart } from '../late/part.tsx';

/**
 * `BulkJobs`, whose script loads after the page. The page itself is complete without it. The words of the workspace load
 * only if there is a job to show.
 */
export const LateBulkJobs = latePart<{ noun: BulkNoun }>(
  () => import('./jobs.tsx').then((part) => part.BulkJobs),
  { Place: () => null, Failed: () => null, hasWords: false },
);
