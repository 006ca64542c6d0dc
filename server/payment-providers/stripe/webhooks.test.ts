import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { readWebhook } from './webhooks.ts';

const NOW = new Date('2027-05-01T10:00:00.000Z');
const SECONDS = NOW.getTime() / 1000;
const OWN = 'whsec_own';
const CONNECT = 'whsec_connect';
const stripe = new Stripe('sk_test_x');

const eventOf = (type: string, object: object, change: object = {}) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    created: SECONDS,
    livemode: false,
    data: { object },
    ...change,
  });
const INTENT = eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' });

const sign = (payload: string, change: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret: OWN, timestamp: SECONDS, ...change });

const read = (body: string, header: string | string[] | undefined = sign(body), isLive = false) =>
  readWebhook(
    stripe,
    { secrets: [OWN, CONNECT], isLive },
    { rawBody: Buffer.from(body), headers: { 'stripe-signature': header }, now: NOW },
  );

test('a genuine one is read, whichever of the secrets signed it', () => {
  const event = {
    eventId: 'evt_1',
    type: 'payment_intent.succeeded',
    subject: 'payment',
    providerPaymentId: 'pi_1',
    providerRefundId: null,
    providerDisputeId: null,
    account: null,
    createdAt: NOW,
  };
  expect(read(INTENT)).toEqual({ ok: true, event });
  expect(read(INTENT, sign(INTENT, { secret: CONNECT }))).toEqual({ ok: true, event });
  // The header has two signatures while a secret is being replaced.
  expect(read(INTENT, `${sign(INTENT)},v1=${'0'.repeat(64)}`).ok).toBe(true);
  expect(read(INTENT, sign(INTENT, { timestamp: SECONDS - 300 })).ok).toBe(true);
  expect(read(INTENT, sign(INTENT, { timestamp: SECONDS + 300 })).ok).toBe(true);
});

test.each([
  ['a changed body', read(INTENT.replace('pi_1', 'pi_2'), sign(INTENT)), 'signature_wrong'],
  ['another secret', read(INTENT, sign(INTENT, { secret: 'whsec_other' })), 'signature_wrong'],
  ['a changed time', read(INTENT, sign(INTENT).replace(/t=\d+/, `t=${SECONDS + 1}`)), 'signature_wrong'],
  ['a replay of an old one', read(INTENT, sign(INTENT, { timestamp: SECONDS - 301 })), 'timestamp_too_far'],
  ['one from the future', read(INTENT, sign(INTENT, { timestamp: SECONDS + 301 })), 'timestamp_too_far'],
  [
    'an old one of a stranger',
    read(INTENT, sign(INTENT, { timestamp: 1, secret: 'whsec_x' })),
    'signature_wrong',
  ],
  ['an empty header', read(INTENT, ''), 'signature_missing'],
  ['two headers', read(INTENT, [sign(INTENT), sign(INTENT)]), 'signature_malformed'],
  ['another scheme', read(INTENT, sign(INTENT, { scheme: 'v0' })), 'signature_malformed'],
  ['nonsense', read(INTENT, '=,t=x,v1='), 'signature_malformed'],
  ['an empty body', read('', sign('')), 'body_malformed'],
  ['a signed text', read('hello'), 'body_malformed'],
  ['a signed object that is no event', read('{"id":1}'), 'body_malformed'],
  ['a thin event', read('{"object":"v2.core.event","id":"evt_2"}'), 'body_malformed'],
])('%s is refused', (_name, result, code) => {
  expect(result).toEqual({ ok: false, code });
});

test('no header at all', () => {
  const input = { rawBody: Buffer.from(INTENT), headers: {}, now: NOW };
  expect(readWebhook(stripe, { secrets: [OWN], isLive: false }, input)).toEqual({
    ok: false,
    code: 'signature_missing',
  });
});

test.each([
  ['charge', { id: 'ch_1', object: 'charge', payment_intent: 'pi_9' }, 'payment', 'pi_9', null, null],
  ['charge of no intent', { id: 'ch_1', object: 'charge' }, 'other', null, null, null],
  ['refund', { id: 're_1', object: 'refund', payment_intent: 'pi_9' }, 'refund', 'pi_9', 're_1', null],
  [
    'dispute',
    { id: 'du_1', object: 'dispute', payment_intent: { id: 'pi_9' } },
    'dispute',
    'pi_9',
    null,
    'du_1',
  ],
  ['account', { id: 'acct_1', object: 'account' }, 'other', null, null, null],
  ['balance', { object: 'balance' }, 'other', null, null, null],
])('a %s leads to what it is about', (_name, object, subject, payment, refund, dispute) => {
  expect(read(eventOf('some.event', object, { account: 'acct_7' }))).toMatchObject({
    ok: true,
    event: {
      subject,
      providerPaymentId: payment,
      providerRefundId: refund,
      providerDisputeId: dispute,
      account: 'acct_7',
    },
  });
});

test('an event of the other mode is about nothing of ours', () => {
  expect(read(INTENT, sign(INTENT), true)).toMatchObject({
    ok: true,
    event: { subject: 'other', providerPaymentId: null },
  });
});
