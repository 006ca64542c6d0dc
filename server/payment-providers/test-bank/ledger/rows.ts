import type { PoolClient } from 'pg';
import type { BankDispute } from './disputes.ts';
import type { BankCard, BankPayment, BankRefund } from './model.ts';

/** A row from pg. A bigint is a string or a number, depending on the pool's parsers. */
export type Row = Record<string, unknown>;

const integer = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a safe integer: ${String(value)}`);
  return number;
};

export function readPayment(row: Row): BankPayment {
  return {
    id: row.id as string,
    account: row.account as string | null,
    orderShortId: row.order_short_id as string,
    description: row.description as string,
    merchantName: row.merchant_name as string | null,
    receiptEmail: row.receipt_email as string | null,
    returnUrl: row.return_url as string,
    amount: integer(row.amount),
    currency: row.currency as string,
    applicationFee: integer(row.application_fee),
    status: row.status as BankPayment['status'],
    attempts: integer(row.attempts),
    failureCode: row.failure_code as BankPayment['failureCode'],
    card: row.card as BankCard | null,
    challengeId: row.challenge_id as string | null,
    settleAt: row.settle_at as Date | null,
    refunded: integer(row.refunded),
  };
}

export function readRefund(row: Row): BankRefund {
  return {
    id: row.id as string,
    paymentId: row.payment_id as string,
    amount: integer(row.amount),
    status: row.status as BankRefund['status'],
    settleAt: row.settle_at as Date | null,
    settlesTo: row.settles_to as BankRefund['settlesTo'],
  };
}

export function readDispute(row: Row): BankDispute {
  return {
    id: row.id as string,
    paymentId: row.payment_id as string,
    amount: integer(row.amount),
    reason: row.reason as BankDispute['reason'],
    status: row.status as BankDispute['status'],
    respondBy: row.respond_by as Date | null,
    opensAt: row.opens_at as Date | null,
  };
}

/** Stores a new dispute or the changes of one. The caller holds the lock of its payment. */
export async function writeDispute(tx: PoolClient, dispute: BankDispute): Promise<void> {
  await tx.query(
    `insert into test_bank.disputes (id, payment_id, amount, reason, status, respond_by, opens_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update
       set status = excluded.status, respond_by = excluded.respond_by, opens_at = excluded.opens_at`,
    [
      dispute.id,
      dispute.paymentId,
      dispute.amount,
      dispute.reason,
      dispute.status,
      dispute.respondBy,
      dispute.opensAt,
    ],
  );
}

export async function insertPayment(tx: PoolClient, payment: BankPayment): Promise<void> {
  await tx.query(
    `insert into test_bank.payments
       (id, account, order_short_id, description, merchant_name, receipt_email, return_url, amount, currency, application_fee, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      payment.id,
      payment.account,
      payment.orderShortId,
      payment.description,
      payment.merchantName,
      payment.receiptEmail,
      payment.returnUrl,
      payment.amount,
      payment.currency,
      payment.applicationFee,
      payment.status,
    ],
  );
}

/** Stores the changes of a payment. The caller holds its lock. */
export async function writePayment(tx: PoolClient, payment: BankPayment): Promise<void> {
  await tx.query(
    `update test_bank.payments
        set status = $2, attempts = $3, failure_code = $4, card = $5, challenge_id = $6, settle_at = $7, refunded = $8,
            updated_at = app.now()
      where id = $1`,
    [
      payment.id,
      payment.status,
      payment.attempts,
      payment.failureCode,
      payment.card === null ? null : JSON.stringify(payment.card),
      payment.challengeId,
      payment.settleAt,
      payment.refunded,
    ],
  );
}

/** Stores a new refund or the changes of one. The caller holds the lock of its payment. */
export async function writeRefund(tx: PoolClient, refund: BankRefund): Promise<void> {
  await tx.query(
    `insert into test_bank.refunds (id, payment_id, amount, status, settle_at, settles_to)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update
       set status = excluded.status, settle_at = excluded.settle_at, settles_to = excluded.settles_to`,
    [refund.id, refund.paymentId, refund.amount, refund.status, refund.settleAt, refund.settlesTo],
  );
}
