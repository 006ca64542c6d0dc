import { type BankDispute, type DisputeAction, moveDispute, openDispute } from './disputes.ts';
import type { BankPayment } from './model.ts';
import { type Row, readDispute, writeDispute } from './rows.ts';
import { type Bank, inTransaction, lockPayment, type Missing, writeEvents } from './store.ts';
import { type DisputeView, disputeView } from './views.ts';

type Changed = { ok: true; answer: DisputeView } | { ok: false; code: 'DISPUTE_ENDED' } | Missing;
type Work = (found: { payment: BankPayment; dispute: BankDispute }) => {
  dispute: BankDispute;
  events: readonly string[];
  result: Changed;
};

/** Locks a dispute (its payment first), updates it to the current time, and applies one step to it. */
async function withDispute(bank: Bank, id: string, account: string | null | undefined, work: Work) {
  return inTransaction<Changed>(bank, async (tx) => {
    const missing = { result: { ok: false as const, code: 'NOT_FOUND' as const }, hasEvents: false };
    const { rows: owners } = await tx.query<{ payment_id: string }>(
      'select payment_id from test_bank.disputes where id = $1',
      [id],
    );
    const owner = owners[0];
    const locked = owner && (await lockPayment(tx, bank, { id: owner.payment_id }));
    if (!locked || (account !== undefined && locked.payment.account !== account)) return missing;
    const { rows } = await tx.query<Row>('select * from test_bank.disputes where id = $1 for update', [id]);
    const row = rows[0];
    if (!row) return missing;
    const opened = openDispute(readDispute(row), locked.now);
    // A dispute that is not open yet is invisible to everybody.
    if (opened.dispute.opensAt !== null) return missing;
    const step = work({ payment: locked.payment, dispute: opened.dispute });
    const events = [...opened.events, ...step.events];
    await writeDispute(tx, step.dispute);
    for (const type of events) {
      await writeEvents(
        tx,
        bank,
        { payment: locked.payment, dispute: step.dispute, events: [type] },
        locked.now,
      );
    }
    return { result: step.result, hasEvents: locked.hasEvents || events.length > 0 };
  });
}

const look: Work = ({ payment, dispute }) => ({
  dispute,
  events: [],
  result: { ok: true, answer: disputeView(payment, dispute) },
});

/** Reads a dispute of this account and updates it to the current time. */
export async function findDispute(
  bank: Bank,
  id: string,
  account: string | null,
): Promise<DisputeView | null> {
  const found = await withDispute(bank, id, account, look);
  return found.ok ? found.answer : null;
}

/** Applies an action of the merchant or the bank to a dispute. */
export const changeDispute = (bank: Bank, id: string, account: string | null, action: DisputeAction) =>
  withDispute(bank, id, account, ({ payment, dispute }) => {
    const step = moveDispute(dispute, action);
    return step.ok
      ? { ...step, result: { ok: true, answer: disputeView(payment, step.dispute) } }
      : { dispute, events: [], result: step };
  });

/** Opens every dispute that is due, each in its own transaction. */
export async function openDue(bank: Bank): Promise<void> {
  const { rows } = await bank.pool.query<{ id: string }>(
    'select id from test_bank.disputes where opens_at <= app.now() order by opens_at limit 100',
  );
  for (const { id } of rows) await withDispute(bank, id, undefined, look);
}
