import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { type Mischief, planDeliveries } from '../mischief.ts';
import { type BankDispute, holdsMoney, planDispute } from './disputes.ts';
import {
  type BankPayment,
  type BankRefusal,
  type Change,
  OPENED,
  type Rules,
  type Step,
  settlePayment,
  settleRefund,
} from './model.ts';
import {
  insertPayment,
  type Row,
  readDispute,
  readPayment,
  readRefund,
  writeDispute,
  writePayment,
  writeRefund,
} from './rows.ts';
import { disputeView, type PaymentView, paymentView, type RefundView, refundView } from './views.ts';

/**
 * What every operation of the bank needs. `onEvents` is called after each commit that has a webhook to send.
 */
export type Bank = {
  pool: Pool;
  mischief: Mischief;
  settleDelayMs: number;
  maxAttempts: number;
  onEvents: () => void;
};

export type Missing = { ok: false; code: 'NOT_FOUND' };
type KeyReused = { ok: false; code: 'IDEMPOTENCY_KEY_REUSED' };
type Refused = { ok: false; code: BankRefusal };
type Owner = { account: string | null };

export const newId = (prefix: string) => `${prefix}_${randomBytes(16).toString('base64url')}`;

export const newChallengeId = () => newId('tb_3ds');

/** Runs `work` in one transaction of the bank. Calls `onEvents` after the commit. */
export async function inTransaction<T>(
  bank: Bank,
  work: (tx: PoolClient) => Promise<{ result: T; hasEvents: boolean }>,
): Promise<T> {
  const tx = await bank.pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query('begin');
    const { result, hasEvents } = await work(tx);
    await tx.query('commit');
    if (hasEvents) bank.onEvents();
    return result;
  } catch (error) {
    await tx.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    tx.release(broken);
  }
}

async function readNow(tx: PoolClient): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>('select app.now() as now');
  const now = rows[0]?.now;
  if (!now) throw new Error('The database did not tell the time');
  return now;
}

const rulesAt = (bank: Bank, now: Date): Rules => ({
  now,
  settleDelayMs: bank.settleDelayMs,
  maxAttempts: bank.maxAttempts,
});

/** Writes a change and its webhooks in the caller's transaction. The caller holds the lock of the payment. */
async function write(tx: PoolClient, bank: Bank, change: Change, now: Date): Promise<void> {
  await writePayment(tx, change.payment);
  if (change.refund) await writeRefund(tx, change.refund);
  await writeEvents(tx, bank, change, now);
  if (!change.events.includes('payment.succeeded')) return;
  const dispute = planDispute(change.payment, { id: newId('tb_dis'), now, delayMs: bank.settleDelayMs });
  if (dispute) await writeDispute(tx, dispute);
}

/** Writes the webhooks of a change in the caller's transaction. */
export async function writeEvents(
  tx: PoolClient,
  bank: Bank,
  change: {
    payment: BankPayment;
    refund?: Change['refund'];
    dispute?: BankDispute;
    events: readonly string[];
  },
  now: Date,
): Promise<void> {
  for (const type of change.events) {
    const id = newId('tb_evt');
    const body = JSON.stringify({
      id,
      type,
      account: change.payment.account,
      createdAt: now.toISOString(),
      data: {
        payment: paymentView(change.payment),
        refund: change.refund ? refundView(change.payment, change.refund) : null,
        dispute: change.dispute ? disputeView(change.payment, change.dispute) : null,
      },
    });
    const { rows } = await tx.query<{ sequence: string | number }>(
      `insert into test_bank.events (id, type, payment_id, refund_id, dispute_id, body)
       values ($1, $2, $3, $4, $5, $6) returning sequence`,
      [id, type, change.payment.id, change.refund?.id ?? null, change.dispute?.id ?? null, body],
    );
    const waits = planDeliveries(bank.mischief, Number(rows[0]?.sequence));
    await tx.query(
      `insert into test_bank.deliveries (event_id, next_attempt_at)
       select $1, app.now() + wait * interval '1 millisecond' from unnest($2::int[]) as wait`,
      [id, waits],
    );
  }
}

/** Locks a payment and updates it to the current time. */
export async function lockPayment(
  tx: PoolClient,
  bank: Bank,
  where: { id: string } | { challengeId: string },
) {
  const [column, value] = 'id' in where ? ['id', where.id] : ['challenge_id', where.challengeId];
  const { rows } = await tx.query<Row>(`select * from test_bank.payments where ${column} = $1 for update`, [
    value,
  ]);
  const row = rows[0];
  if (!row) return null;
  const now = await readNow(tx);
  const settled = settlePayment(readPayment(row), now);
  if (settled.events.length > 0) await write(tx, bank, settled, now);
  return { payment: settled.payment, now, hasEvents: settled.events.length > 0 };
}

/** Locks a refund (its payment first) and updates it to the current time. */
async function lockRefund(tx: PoolClient, bank: Bank, id: string) {
  const { rows: owners } = await tx.query<{ payment_id: string }>(
    'select payment_id from test_bank.refunds where id = $1',
    [id],
  );
  const owner = owners[0];
  const locked = owner && (await lockPayment(tx, bank, { id: owner.payment_id }));
  if (!locked) return null;
  const { rows } = await tx.query<Row>('select * from test_bank.refunds where id = $1 for update', [id]);
  const row = rows[0];
  if (!row) return null;
  const settled = settleRefund(locked.payment, readRefund(row), locked.now);
  if (settled.events.length > 0) await write(tx, bank, settled, locked.now);
  return {
    payment: settled.payment,
    refund: settled.refund ?? readRefund(row),
    hasEvents: locked.hasEvents || settled.events.length > 0,
  };
}

/**
 * Takes an idempotency key in the caller's transaction. Waits for another transaction that holds the same
 * key.
 * @returns null for a new key, the earlier answer for a known key, or a refusal if the key came with another
 * request
 */
async function takeKey<T>(
  tx: PoolClient,
  key: string,
  hash: Buffer,
): Promise<{ ok: true; answer: T } | KeyReused | null> {
  const taken = await tx.query(
    'insert into test_bank.idempotency (key, request_hash) values ($1, $2) on conflict do nothing',
    [key, hash],
  );
  if (taken.rowCount === 1) return null;
  const { rows } = await tx.query<{ request_hash: Buffer; answer: T }>(
    'select request_hash, answer from test_bank.idempotency where key = $1',
    [key],
  );
  const earlier = rows[0];
  if (!earlier?.request_hash.equals(hash)) return { ok: false, code: 'IDEMPOTENCY_KEY_REUSED' };
  return { ok: true, answer: earlier.answer };
}

async function keepAnswer(tx: PoolClient, key: string, answer: unknown): Promise<void> {
  await tx.query('update test_bank.idempotency set answer = $2 where key = $1', [
    key,
    JSON.stringify(answer),
  ]);
}

export type Idempotency = { key: string; hash: Buffer };
type NewPayment = Pick<
  BankPayment,
  | 'account'
  | 'orderShortId'
  | 'description'
  | 'merchantName'
  | 'receiptEmail'
  | 'returnUrl'
  | 'amount'
  | 'currency'
  | 'applicationFee'
>;

/** Opens a payment, or repeats the earlier answer to the same key. */
export async function createPayment(bank: Bank, { key, hash }: Idempotency, input: NewPayment) {
  return inTransaction(bank, async (tx) => {
    const earlier = await takeKey<PaymentView>(tx, key, hash);
    if (earlier) return { result: earlier, hasEvents: false };
    const payment: BankPayment = {
      ...input,
      id: newId('tb_pay'),
      ...OPENED,
    };
    await insertPayment(tx, payment);
    const answer = paymentView(payment);
    await keepAnswer(tx, key, answer);
    return { result: { ok: true as const, answer }, hasEvents: false };
  });
}

/**
 * Reads a payment of this account and updates it to the current time. Without `account` it reads a payment of
 * any account.
 */
export async function findPayment(
  bank: Bank,
  where: { id: string } | { challengeId: string },
  owner?: Owner,
): Promise<BankPayment | null> {
  return inTransaction(bank, async (tx) => {
    const locked = await lockPayment(tx, bank, where);
    const isTheirs = locked !== null && (owner === undefined || locked.payment.account === owner.account);
    return { result: isTheirs ? locked.payment : null, hasEvents: locked?.hasEvents ?? false };
  });
}

/** Applies one step of the model under the payment's lock and queues its webhooks. */
export async function changePayment<Refusal extends { ok: false } = Missing>(
  bank: Bank,
  where: { id: string } | { challengeId: string },
  step: (payment: BankPayment, rules: Rules) => Step | Refusal,
): Promise<Step | Refusal | Missing> {
  return inTransaction<Step | Refusal | Missing>(bank, async (tx) => {
    const locked = await lockPayment(tx, bank, where);
    if (!locked) return { result: { ok: false, code: 'NOT_FOUND' }, hasEvents: false };
    const result = step(locked.payment, rulesAt(bank, locked.now));
    if (result.ok && result.payment !== locked.payment) await write(tx, bank, result, locked.now);
    return { result, hasEvents: locked.hasEvents || (result.ok && result.events.length > 0) };
  });
}

/** Refunds under a key. A refusal is not stored, so the key may be used again. */
export async function refundPayment(
  bank: Bank,
  { key, hash }: Idempotency,
  id: string,
  step: (payment: BankPayment, rules: Rules & { id: string; isDisputed: boolean }) => Step | Missing,
) {
  return inTransaction<{ ok: true; answer: RefundView } | KeyReused | Missing | Refused>(bank, async (tx) => {
    // The payment is locked before the key, so that every operation takes its locks in the same order.
    const locked = await lockPayment(tx, bank, { id });
    if (!locked) return { result: { ok: false as const, code: 'NOT_FOUND' as const }, hasEvents: false };
    const earlier = await takeKey<RefundView>(tx, key, hash);
    if (earlier) return { result: earlier, hasEvents: locked.hasEvents };
    const isDisputed = await hasMoneyDisputed(tx, id);
    const result = step(locked.payment, { ...rulesAt(bank, locked.now), id: newId('tb_ref'), isDisputed });
    if (!result.ok || !result.refund) {
      await tx.query('delete from test_bank.idempotency where key = $1', [key]);
      return {
        result: result.ok ? { ok: false as const, code: 'NOT_FOUND' as const } : result,
        hasEvents: locked.hasEvents,
      };
    }
    await write(tx, bank, result, locked.now);
    const answer = refundView(result.payment, result.refund);
    await keepAnswer(tx, key, answer);
    return { result: { ok: true as const, answer }, hasEvents: true };
  });
}

async function hasMoneyDisputed(tx: PoolClient, paymentId: string): Promise<boolean> {
  const { rows } = await tx.query<Row>(
    'select * from test_bank.disputes where payment_id = $1 and (opens_at is null or opens_at <= app.now())',
    [paymentId],
  );
  return rows.some((row) => holdsMoney(readDispute(row).status));
}

/** Reads a refund of this account and updates it to the current time. */
export async function findRefund(bank: Bank, id: string, owner: Owner) {
  return inTransaction(bank, async (tx) => {
    const found = await lockRefund(tx, bank, id);
    const isTheirs = found !== null && found.payment.account === owner.account;
    return {
      result: isTheirs ? refundView(found.payment, found.refund) : null,
      hasEvents: found?.hasEvents ?? false,
    };
  });
}

/** Settles every payment and refund that is due, each in its own transaction. */
export async function settleDue(bank: Bank): Promise<void> {
  const payments = await bank.pool.query<{ id: string }>(
    'select id from test_bank.payments where settle_at <= app.now() order by settle_at limit 100',
  );
  for (const { id } of payments.rows) await findPayment(bank, { id });
  const refunds = await bank.pool.query<{ id: string }>(
    'select id from test_bank.refunds where settle_at <= app.now() order by settle_at limit 100',
  );
  for (const { id } of refunds.rows) {
    await inTransaction(bank, async (tx) => {
      const found = await lockRefund(tx, bank, id);
      return { result: null, hasEvents: found?.hasEvents ?? false };
    });
  }
}
