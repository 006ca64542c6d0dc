import { listQuery } from '@entrada/contract/list';
import type { BulkJob } from '@entrada/contract/sales/bulk/jobs';
import { guestListRules } from '@entrada/contract/sales/guests/list';
import type { AccountScope, Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { guestSource, importedSource } from '../guests/list-queries.ts';
import { showImport } from '../imports/service.ts';
import { type Asked, startJob } from './service.ts';

/** Makes a job on many rows of the guest list, which are orders. Answers and throws as `startJob`. */
export const startGuestJob = (ctx: Ctx, asked: Omit<Asked, 'noun' | 'source'>): Promise<BulkJob> =>
  startJob(ctx, { ...asked, noun: 'orders', source: (scope) => guestSource(scope, asked.eventId) });

type Undo = { eventId: number; importId: number; notify: boolean; key: string | null; hash: string };

/**
 * Takes an import of guests back by a job that cancels its valid orders, each as a whole. An order is kept if somebody
 * has come in with it or changed it since. A repeated key answers the job of the first call. Throws NOT_FOUND, also for
 * an import that is not done; IDEMPOTENCY_KEY_REUSED; VALIDATION_FAILED if no valid order is left.
 */
export async function undoImport(ctx: Ctx, { eventId, importId, notify, key, hash }: Undo): Promise<BulkJob> {
  const imported = await showImport(ctx, { eventId, importId });
  if (imported.state !== 'done') throw fail('NOT_FOUND');
  const source = (scope: AccountScope) => importedSource(scope, { eventId, importId });
  const query = listQuery(guestListRules).parse({});
  const input = { notify, untouchedOnly: true };
  const rows = { query, except: [] };
  return startJob(ctx, { eventId, noun: 'orders', kind: 'cancel', input, rows, source, key, hash });
}
