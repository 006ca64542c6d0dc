import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { failure, useRunningBank } from '../running-bank.ts';
import { deriveKeys } from '../signature.ts';

const { pool } = await useTestDatabase();
const bank = await useRunningBank(pool);
const { provider, received, newKey, told } = bank;

async function act(disputeId: string, action: string) {
  const answer = await fetch(new URL(`/test-bank/v1/disputes/${disputeId}/actions`, bank.baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${deriveKeys(bank.secret).api}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function disputed(number: string) {
  const payment = await bank.paid(number);
  await expect.poll(() => told(payment)).toContain('dispute.created');
  const event = received.flatMap(({ result }) => (result.ok ? [result.event] : []));
  const id = event.find(
    (one) => one.providerPaymentId === payment.id && one.providerDisputeId,
  )?.providerDisputeId;
  if (!id) throw new Error('The webhook names no dispute');
  return { payment, id };
}

const refund = (providerPaymentId: string) =>
  provider.refund({ providerPaymentId, account: null, amount: 100, idempotencyKey: newKey() });

test('a payment is disputed shortly after it succeeded, and cannot be refunded until it is won', async () => {
  const { payment, id } = await disputed('4000000000000259');
  const reference = { providerDisputeId: id, account: null };
  expect(await provider.lookUpDispute(reference)).toMatchObject({
    id,
    paymentId: payment.id,
    status: 'needs_response',
    amount: 25910,
    currency: 'EUR',
    reason: 'fraudulent',
    respondBy: expect.any(Date),
  });
  expect(await failure(refund(payment.id))).toMatchObject({ kind: 'rejected', code: 'PAYMENT_DISPUTED' });
  expect((await act(id, 'respond')).body).toMatchObject({ status: 'under_review', respondBy: null });
  expect((await act(id, 'win')).body).toMatchObject({ status: 'won' });
  expect(await act(id, 'lose')).toMatchObject({ status: 409, body: { code: 'DISPUTE_ENDED' } });
  await expect
    .poll(() => told(payment))
    .toEqual(expect.arrayContaining(['dispute.created', 'dispute.updated', 'dispute.closed']));
  expect((await refund(payment.id)).status).toBe('succeeded');
});

test('a lost dispute leaves nothing to refund; an inquiry takes nothing', async () => {
  const lost = await disputed('4000000000000259');
  await act(lost.id, 'lose');
  expect(await failure(refund(lost.payment.id))).toMatchObject({ code: 'PAYMENT_DISPUTED' });
  const asked = await disputed('4000000000001976');
  expect(await provider.lookUpDispute({ providerDisputeId: asked.id, account: null })).toMatchObject({
    status: 'warning',
  });
  expect((await refund(asked.payment.id)).status).toBe('succeeded');
  expect((await act(asked.id, 'escalate')).body).toMatchObject({ status: 'needs_response' });
});

test('another account, an unknown one and a call without the key see nothing', async () => {
  const { id } = await disputed('4000000000000259');
  for (const reference of [
    { providerDisputeId: id, account: 'acct_b' },
    { providerDisputeId: 'tb_dis_nobody', account: null },
  ]) {
    expect(await failure(provider.lookUpDispute(reference))).toMatchObject({ code: 'NOT_FOUND' });
  }
  const answer = await fetch(new URL(`/test-bank/v1/disputes/${id}`, bank.baseUrl));
  expect(answer.status).toBe(401);
});
