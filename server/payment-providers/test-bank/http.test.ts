import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { createTestBankProvider } from './provider.ts';
import { failure, useRunningBank } from './running-bank.ts';

const { pool } = await useTestDatabase();
const { provider, baseUrl, back, received, wanted, newKey, create, post, confirm, paid, told } =
  await useRunningBank(pool);

describe('payments', () => {
  test('are created, paid and told by a signed webhook', async () => {
    const payment = await create();
    expect(payment).toMatchObject({
      status: 'requires_payment',
      amount: 25910,
      metadata: { orderShortId: 'o_1' },
      card: null,
    });
    expect((await confirm(payment, '4242 4242 4242 4242')).body).toEqual({
      id: payment.id,
      status: 'succeeded',
      nextActionUrl: null,
      failure: null,
    });
    const found = await provider.lookUp({ providerPaymentId: payment.id, account: null });
    expect(found).toMatchObject({
      status: 'succeeded',
      card: { brand: 'visa', last4: '4242' },
      clientToken: payment.clientToken,
    });
    await expect.poll(() => told(payment)).toEqual(['payment.succeeded']);
    expect(received.every(({ result }) => result.ok)).toBe(true);
  });

  test('50 at once with one key are one payment; another request with the key is refused', async () => {
    const key = newKey();
    const made = await Promise.all(Array.from({ length: 50 }, () => create({}, key)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await failure(create({ amount: 100 }, key))).toMatchObject({
      kind: 'rejected',
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await failure(create({ account: 'acct_b' }, key))).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  test.each([
    [{ amount: 49 }, 'AMOUNT_TOO_SMALL'],
    [{ currency: 'XXX' }, 'CURRENCY_NOT_SUPPORTED'],
    [{ returnUrl: 'http://shop.example.evil/back' }, 'RETURN_URL_NOT_ALLOWED'],
    [{ returnUrl: 'javascript:alert(1)' }, 'RETURN_URL_NOT_ALLOWED'],
    [{ description: 'a\u0000b' }, 'VALIDATION_FAILED'],
    [{ amount: 1.5 }, 'VALIDATION_FAILED'],
  ])('%j is refused: %s', async (change, code) => {
    expect(await failure(create(change))).toMatchObject({ kind: 'rejected', code });
  });

  test('belong to their account', async () => {
    const payment = await create({ account: 'acct_a' });
    const reference = { providerPaymentId: payment.id, account: 'acct_b' };
    expect(await failure(provider.lookUp(reference))).toMatchObject({ kind: 'rejected', code: 'NOT_FOUND' });
    expect(await failure(provider.cancel(reference))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await provider.lookUp({ ...reference, account: 'acct_a' })).status).toBe('requires_payment');
  });

  test('need the right secret', async () => {
    const stranger = createTestBankProvider({ baseUrl, secret: 'guess' });
    expect(await failure(stranger.createPayment({ ...wanted, idempotencyKey: 'k' }))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('keep a decline and take the next card', async () => {
    const payment = await create();
    expect((await confirm(payment, '4000000000009995')).body).toMatchObject({
      status: 'requires_payment',
      failure: { code: 'insufficient_funds' },
    });
    expect((await confirm(payment, '4242424242424242')).body).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['4000000000000077', 'succeeded', ['payment.processing', 'payment.succeeded']],
    ['4000000000000341', 'failed', ['payment.processing', 'payment.failed']],
  ])('%s is decided later: %s', async (number, status, events) => {
    const payment = await create();
    expect((await confirm(payment, number)).body).toMatchObject({ status: 'processing' });
    await expect.poll(() => told(payment)).toEqual(events);
    expect((await provider.lookUp({ providerPaymentId: payment.id, account: null })).status).toBe(status);
  });

  test('are cancelled, unless they have succeeded', async () => {
    const open = await create();
    expect((await provider.cancel({ providerPaymentId: open.id, account: null })).status).toBe('cancelled');
    expect((await confirm(open, '4242424242424242')).body).toMatchObject({
      status: 409,
      code: 'PAYMENT_ENDED',
    });
    const done = await paid();
    expect((await provider.cancel({ providerPaymentId: done.id, account: null })).status).toBe('succeeded');
  });

  test('20 confirmations racing a cancellation end in one state, told once', async () => {
    const payment = await create();
    const reference = { providerPaymentId: payment.id, account: null };
    await Promise.all([
      ...Array.from({ length: 10 }, () => confirm(payment, '4242424242424242')),
      provider.cancel(reference),
      ...Array.from({ length: 10 }, () => confirm(payment, '4242424242424242')),
    ]);
    const { status } = await provider.lookUp(reference);
    await expect.poll(() => told(payment)).toEqual([`payment.${status}`]);
  });
});

describe('the card form', () => {
  test.each([
    [{ number: '4242424242424241' }, 'number', 'card_number_invalid'],
    [{ number: '' }, 'number', 'required'],
    [{ expiry: '01/20' }, 'expiry', 'card_expired'],
    [{ cvc: '1' }, 'cvc', 'card_cvc_invalid'],
    [{ name: '  ' }, 'name', 'required'],
    [{ name: undefined }, 'name', 'required'],
    [{ name: 'a\u0000' }, 'name', 'invalid_characters'],
    [{ country: 'Spain' }, 'country', 'too_long'],
    [{ country: 'es' }, 'country', 'invalid_choice'],
    [{ extra: 1 }, 'extra', 'unknown_field'],
    [{ cvc: 123 }, 'cvc', 'invalid_format'],
  ])('refuses %j', async (change, path, code) => {
    const payment = await create();
    const answer = await confirm(payment, '4242424242424242', change);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_FAILED', errors: [{ path, code }] },
    });
  });

  test('answers nonsense and strangers with a problem, never with a 5xx', async () => {
    const payment = await create();
    const path = `/test-bank/v1/payments/${payment.id}/confirm`;
    expect((await post(path, '{')).body).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    expect((await post(path, 'null')).body).toMatchObject({ status: 422 });
    expect((await post(path, JSON.stringify('x'.repeat(20_000)))).body).toMatchObject({ status: 413 });
    const other = await create();
    expect(
      (await confirm({ ...payment, clientToken: other.clientToken }, '4242424242424242')).body,
    ).toMatchObject({ status: 404 });
    expect((await confirm({ id: 'tb_pay_x%00', clientToken: 'x' }, '4242424242424242')).status).toBe(404);
  });
});

describe('the 3-D Secure page', () => {
  async function challenged(number = '4000002760003184') {
    const payment = await create();
    const { body } = await confirm(payment, number, { locale: 'de' });
    expect(body).toMatchObject({ status: 'requires_action' });
    return { payment, url: new URL(String(body['nextActionUrl']), baseUrl) };
  }
  const decide = (url: URL, decision: string) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision }) });
  const statusOf = async ({ id }: { id: string }) =>
    provider.lookUp({ providerPaymentId: id, account: null });

  test('shows who is paid how much, without scripts, in the language asked for', async () => {
    const { url } = await challenged();
    const answer = await fetch(url);
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(html).toContain('lang="de"');
    expect(html).toContain('Zahlung freigeben');
    expect(html).toContain('Laboratorio &amp; Marea');
    expect(html).toContain('Marea &lt;2027&gt;');
    expect(html).toMatch(/259,10.€/);
    expect(html).not.toContain('<script');
    url.search = '';
    expect(await (await fetch(url, { headers: { 'accept-language': 'pt-BR' } })).text()).toContain(
      'Aprovar pagamento',
    );
  });

  test.each([
    ['approve', 'succeeded', null],
    ['refuse', 'requires_payment', 'authentication_failed'],
    ['leave', 'requires_action', null],
  ])('%s leads back and leaves the payment %s', async (decision, status, code) => {
    const { payment, url } = await challenged();
    const answer = await decide(url, decision);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back]);
    const found = await statusOf(payment);
    expect([found.status, found.failure?.code ?? null]).toEqual([status, code]);
  });

  test('decides once: a second press goes back and changes nothing', async () => {
    const { payment, url } = await challenged();
    await decide(url, 'approve');
    expect((await decide(url, 'refuse')).status).toBe(303);
    expect((await statusOf(payment)).status).toBe('succeeded');
    expect(await (await fetch(url)).text()).toContain('Diese Bestätigung ist beendet');
  });

  test('answers unknown challenges, decisions and bodies', async () => {
    const { url } = await challenged();
    expect((await fetch(new URL('/test-bank/3ds/nothing', baseUrl))).status).toBe(404);
    expect((await fetch(new URL('/test-bank/3ds/%00', baseUrl))).status).toBe(404);
    expect((await decide(url, 'perhaps')).headers.get('location')).toBe(url.pathname + url.search);
    const strange = await fetch(url, { method: 'POST', body: 'x', headers: { 'content-type': 'image/png' } });
    expect(strange.status).toBe(415);
  });
});
