import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { PaymentProviderName, ProviderPayment } from '../../payment-providers/port.ts';
import type { AccountScope } from '../../platform/context.ts';
import { nextAsking } from './core/reconcile.ts';
import type { Payment, PaymentRow, ProviderCall } from './core/types.ts';

const OPEN = ['creating', 'requires_payment', 'requires_action', 'processing'];
const LIVE = [...OPEN, 'succeeded'];

const select = (tx: Tx | Db) => tx.selectFrom('payments').selectAll();

function toPayment(row: PaymentRow | undefined): Payment | null {
  if (!row) return null;
  return {
    id: row.id,
    accountId: row.account_id,
    orderId: row.order_id,
    provider: row.provider as PaymentProviderName,
    providerAccount: row.provider_account,
    providerPaymentId: row.provider_payment_id,
    idempotencyKey: row.idempotency_key,
    status: row.status as Payment['status'],
    amount: row.amount,
    currency: row.currency,
    applicationFee: row.application_fee,
    refunded: row.refunded,
    clientToken: row.client_token,
    failureCode: row.failure_code,
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
  };
}

const ofOrder = (tx: Tx | Db, scope: AccountScope, orderId: number) =>
  select(tx).where('account_id', '=', scope.accountId).where('order_id', '=', orderId).orderBy('id', 'desc');

/** The newest payment of an order; null if there is none. */
export const findLatestPayment = async (tx: Tx | Db, scope: AccountScope, orderId: number) =>
  toPayment(await ofOrder(tx, scope, orderId).limit(1).executeTakeFirst());

/** The one payment of an order that has taken money or may still take it; null if there is none. */
export const findLivePayment = async (tx: Tx | Db, scope: AccountScope, orderId: number) =>
  toPayment(await ofOrder(tx, scope, orderId).where('status', 'in', LIVE).executeTakeFirst());

/** Finds a payment by the provider's id. Needs no account scope, because only the provider sends that id. */
export const findPaymentByProviderId = async (tx: Tx | Db, provider: string, providerPaymentId: string) =>
  toPayment(
    await select(tx)
      .where('provider', '=', provider)
      .where('provider_payment_id', '=', providerPaymentId)
      .executeTakeFirst(),
  );

/** A payment by its id, for jobs. */
export const findPayment = async (tx: Tx | Db, id: number) =>
  toPayment(await select(tx).where('id', '=', id).executeTakeFirst());

/** A payment as it stands, with the event and the link of its order; null if there is none. */
export async function findStanding(
  db: Db,
  id: number,
): Promise<{ payment: Payment; eventId: number; orderShortId: string } | null> {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .selectAll('p')
    .select(['o.event_id', 'o.short_id'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  const payment = toPayment(row);
  return row && payment ? { payment, eventId: row.event_id, orderShortId: row.short_id } : null;
}

/** Like `findPayment`, with the row locked until the transaction ends. The order's row must be locked already. */
export const lockPayment = async (tx: Tx, id: number) =>
  toPayment(await select(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst());

/** Counts the payments that were begun for an order. */
export async function countPayments(tx: Tx, scope: AccountScope, orderId: number): Promise<number> {
  const row = await tx
    .selectFrom('payments')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', scope.accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Writes a payment and the time of the first query to the provider. The order's row must be locked. */
export async function insertPayment(
  tx: Tx,
  scope: AccountScope,
  payment: {
    orderId: number;
    provider: string;
    key: string;
    amount: number;
    currency: string;
    account: string | null;
    applicationFee: number;
  },
): Promise<Payment> {
  const row = await tx
    .insertInto('payments')
    .values({
      account_id: scope.accountId,
      order_id: payment.orderId,
      provider: payment.provider,
      idempotency_key: payment.key,
      amount: payment.amount,
      currency: payment.currency,
      provider_account: payment.account,
      application_fee: payment.applicationFee,
      reconcile_at: sql<Date>`app.now() + make_interval(secs => ${nextAsking(0)})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPayment(row) as Payment;
}

/** Writes the call that creates a payment at the provider, before it is made. */
export async function insertCreateCall(tx: Tx, payment: Payment, request: unknown): Promise<void> {
  await tx
    .insertInto('provider_calls')
    .values({
      account_id: payment.accountId,
      payment_id: payment.id,
      kind: 'create',
      idempotency_key: payment.idempotencyKey,
      amount: payment.amount,
      request: JSON.stringify(request),
    })
    .execute();
}

/** Writes what the provider says. The caller has checked that it may replace the stored status. */
export async function updatePayment(tx: Tx, payment: Payment, fetched: ProviderPayment): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      provider_payment_id: fetched.id,
      client_token: fetched.clientToken,
      status: fetched.status,
      failure_code: fetched.failure?.code ?? null,
      card_brand: fetched.card?.brand ?? null,
      card_last4: fetched.card?.last4 ?? null,
      updated_at: sql<Date>`app.now()`,
    })
    .where('id', '=', payment.id)
    .execute();
}

/** Marks a payment as failed because the provider refused to create it. */
export async function failCreation(tx: Tx, payment: Payment, code: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'failed', failure_code: code, reconcile_at: null, updated_at: sql<Date>`app.now()` })
    .where('id', '=', payment.id)
    .where('status', '=', 'creating')
    .execute();
}

/**
 * Sets the time of the next query to the provider. Answers the seconds until then; null if no query is needed. Locks the
 * payment and not its order, so it changes the row only once: at a second change in one transaction PostgreSQL checks
 * the row's foreign keys again, and locks the order for that, after the payment.
 */
export async function planAsking(tx: Tx, paymentId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('payments')
    .select(['status', 'reconcile_count'])
    .where('id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const count = row.reconcile_count + 1;
  const seconds = OPEN.includes(row.status) ? nextAsking(count) : null;
  await tx
    .updateTable('payments')
    .set(
      seconds === null
        ? { reconcile_at: null }
        : {
            reconcile_at: sql<Date>`app.now() + make_interval(secs => ${seconds})`,
            reconcile_count: count,
          },
    )
    .where('id', '=', paymentId)
    .execute();
  return seconds;
}

/** Payments whose next query is overdue, for example after a crash. */
export async function findUnaskedPayments(tx: Tx | Db): Promise<number[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('id')
    .where('reconcile_at', '<', sql<Date>`app.now() - interval '1 minute'`)
    .where('status', 'in', OPEN)
    .orderBy('reconcile_at')
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

const toCall = (row: {
  id: number;
  account_id: number;
  payment_id: number;
  kind: string;
  idempotency_key: string;
  amount: number | null;
  reason: string;
  request: unknown;
  status: string;
  provider_id: string | null;
}): ProviderCall => ({
  id: row.id,
  accountId: row.account_id,
  paymentId: row.payment_id,
  kind: row.kind as ProviderCall['kind'],
  idempotencyKey: row.idempotency_key,
  amount: row.amount,
  reason: row.reason,
  request: row.request,
  status: row.status as ProviderCall['status'],
  providerId: row.provider_id,
});

/** The call that creates a payment. */
export async function findCreateCall(tx: Tx | Db, payment: Payment): Promise<ProviderCall> {
  const row = await tx
    .selectFrom('provider_calls')
    .selectAll()
    .where('idempotency_key', '=', payment.idempotencyKey)
    .executeTakeFirstOrThrow();
  return toCall(row);
}

/** A call to a provider by its id. */
export async function findProviderCall(tx: Tx | Db, id: number): Promise<ProviderCall | null> {
  const row = await tx.selectFrom('provider_calls').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toCall(row) : null;
}

/** Writes the call that makes a refund, before the call is made. A repeated key changes nothing and answers null. */
export async function insertRefundCall(
  tx: Tx,
  scope: AccountScope,
  refund: { paymentId: number; key: string; amount: number; reason: string },
): Promise<number | null> {
  const row = await tx
    .insertInto('provider_calls')
    .values({
      account_id: scope.accountId,
      payment_id: refund.paymentId,
      kind: 'refund',
      idempotency_key: refund.key,
      amount: refund.amount,
      reason: refund.reason,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Records the result of a call to a provider. A call that may have happened stays `unknown` until another try learns
 * what happened. A call that is `done` stays `done`, whatever a second try at the same time reports.
 */
export async function recordCall(
  tx: Tx | Db,
  callId: number,
  result: { status: ProviderCall['status']; providerId?: string; error?: string },
): Promise<void> {
  await tx
    .updateTable('provider_calls')
    .set((e) => ({
      status:
        result.status === 'pending'
          ? sql<string>`case when status = 'unknown' then 'unknown' else 'pending' end`
          : result.status,
      attempts: e('attempts', '+', 1),
      last_error: result.error ?? null,
      ...(result.providerId !== undefined && { provider_id: result.providerId }),
      ...((result.status === 'done' || result.status === 'failed') && { finished_at: sql<Date>`app.now()` }),
    }))
    .where('id', '=', callId)
    .where('status', '<>', 'done')
    .execute();
}
