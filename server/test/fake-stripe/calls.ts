import type { StripeOperation } from './faults.ts';
import { accountObject, disputeObject, intentObject, refundObject } from './objects.ts';
import type { FakePayment, FakeRefusal, FakeState } from './state.ts';

export type Params = Record<string, string>;
export type Answer = { status: number; body: unknown };
type FakeCall = {
  state: FakeState;
  params: Params;
  id: string;
  account: string | null;
  /** The address of the fake, for example `http://127.0.0.1:4010`. */
  base: string;
  /** True if the caller sent the secret key. False for a browser with the publishable key. */
  isServer: boolean;
};
type Call = {
  operation: StripeOperation;
  method: 'GET' | 'POST';
  path: RegExp;
  /** The allowed parameters. Any other parameter is refused, as Stripe does. */
  takes: readonly string[];
  /** Whether a browser may make this call with a publishable key and the payment's client secret. */
  forBrowsers?: true;
  run: (call: FakeCall) => Answer;
};

export const refused = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message: `The fake refused: ${code}`, ...more } },
});

const ok = (body: unknown): Answer => ({ status: 200, body });
const no = ({ code }: FakeRefusal): Answer => refused(code === 'resource_missing' ? 404 : 400, code);

/** The smallest amounts that Stripe charges. They are deliberately separate from the adapter's own table. */
const SMALLEST: Record<string, number> = { eur: 50, usd: 50, gbp: 30, jpy: 50, huf: 17_500 };
const THREE_DECIMALS = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

function amountRefusal(amount: number, currency: string): string | null {
  if (!Number.isSafeInteger(amount) || amount < 1) return 'parameter_invalid_integer';
  if (!/^[a-z]{3}$/.test(currency)) return 'invalid_currency';
  if (amount < (SMALLEST[currency] ?? 1)) return 'amount_too_small';
  if (THREE_DECIMALS.includes(currency) && amount % 10 !== 0) return 'invalid_amount';
  return null;
}

const metadataOf = (params: Params) =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => {
      const name = /^metadata\[(\w+)\]$/.exec(key)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );

const expands = (params: Params, what: string) =>
  Object.entries(params).some(([key, value]) => key.startsWith('expand[') && value.endsWith(what));

const intent = ({ params, base }: FakeCall, payment: FakePayment) =>
  intentObject(payment, { base, expandsCharge: expands(params, 'latest_charge') });

function createPayment(call: FakeCall): Answer {
  const { params, account, state } = call;
  const amount = Number(params['amount']);
  const currency = params['currency'] ?? '';
  const refusal = amountRefusal(amount, currency);
  if (refusal) return refused(400, refusal, { param: 'amount' });
  const applicationFee = Number(params['application_fee_amount'] ?? 0);
  if (applicationFee > 0 && account === null) return refused(400, 'application_fee_without_account');
  if (applicationFee > amount) return refused(400, 'application_fee_too_large');
  if (account !== null && !state.accounts.get(account)?.chargesEnabled)
    return refused(400, 'account_cannot_charge');
  const payment = state.create({
    amount,
    currency,
    account,
    applicationFee,
    description: params['description'] ?? '',
    receiptEmail: params['receipt_email'] ?? null,
    metadata: metadataOf(params),
  });
  return ok(intent(call, payment));
}

const isAllowed = ({ isServer, params }: FakeCall, payment: FakePayment) =>
  isServer || params['client_secret'] === payment.clientSecret;

function lookUp(call: FakeCall): Answer {
  const payment = call.state.find(call.id, call.account);
  return payment && isAllowed(call, payment) ? ok(intent(call, payment)) : refused(404, 'resource_missing');
}

function confirm(call: FakeCall): Answer {
  const { state, params, id, account } = call;
  const known = state.find(id, account);
  if (!known || !isAllowed(call, known)) return refused(404, 'resource_missing');
  const number = params['payment_method_data[card][number]'] ?? '';
  const step = state.confirm(id, account, number, params['return_url'] ?? '');
  if (!step.ok)
    return step.code === 'incorrect_number' ? refused(402, step.code, { type: 'card_error' }) : no(step);
  const shown = intent(call, step.payment);
  if (step.payment.status !== 'requires_payment') return ok(shown);
  return { status: 402, body: { error: { ...shown.last_payment_error, payment_intent: shown } } };
}

function refund({ state, params, account }: FakeCall): Answer {
  const amount = params['amount'] === undefined ? null : Number(params['amount']);
  const made = state.refund(params['payment_intent'] ?? '', account, {
    amount,
    withFee: params['refund_application_fee'] === 'true',
    metadata: metadataOf(params),
    reason: params['reason'] ?? null,
  });
  return made.ok ? ok(refundObject(made.refund, made.payment)) : no(made);
}

function refundsOf({ state, account }: FakeCall, matches: (paymentId: string, id: string) => boolean) {
  return [...state.refunds.values()].flatMap((one) => {
    const payment = state.find(one.paymentId, account);
    return payment && matches(one.paymentId, one.id) ? [refundObject(one, payment)] : [];
  });
}

function lookUpRefund(call: FakeCall): Answer {
  const found = refundsOf(call, (_payment, id) => id === call.id)[0];
  return found ? ok(found) : refused(404, 'resource_missing');
}

function lookUpDispute({ state, id, account }: FakeCall): Answer {
  const dispute = state.disputes.get(id);
  const payment = dispute && state.find(dispute.paymentId, account);
  return dispute && payment ? ok(disputeObject(dispute, payment)) : refused(404, 'resource_missing');
}

function listPayments(call: FakeCall): Answer {
  const data = [...call.state.payments.values()]
    .filter((payment) => payment.account === call.account)
    .reverse()
    .slice(0, Number(call.params['limit'] ?? 10))
    .map((payment) =>
      intentObject(payment, { base: call.base, expandsCharge: expands(call.params, 'latest_charge') }),
    );
  return ok({ object: 'list', url: '/v1/payment_intents', has_more: false, data });
}

function createAccount({ state, params }: FakeCall): Answer {
  const account = state.openAccount({ email: params['email'] ?? null, country: params['country'] ?? 'ES' });
  return ok(accountObject(account));
}

function linkAccount({ state, params, base }: FakeCall): Answer {
  const id = params['account'] ?? '';
  if (!state.accounts.has(id)) return refused(404, 'resource_missing');
  const { return_url: returnUrl, refresh_url: refreshUrl } = params;
  if (!returnUrl || !refreshUrl) return refused(400, 'parameter_missing');
  const query = new URLSearchParams({ returnUrl });
  return ok({ object: 'account_link', url: `${base}/onboarding/${id}?${query}`, expires_at: 0, created: 0 });
}

const PI = '/v1/payment_intents';

/** Only the part of Stripe's API that Entrada uses. Any other address or parameter is an error. */
export const CALLS: readonly Call[] = [
  {
    operation: 'createPayment',
    method: 'POST',
    path: new RegExp(`^${PI}$`),
    takes: [
      'amount',
      'currency',
      'application_fee_amount',
      'automatic_payment_methods',
      'description',
      'expand',
      'metadata',
      'receipt_email',
    ],
    run: createPayment,
  },
  {
    operation: 'listPayments',
    method: 'GET',
    path: new RegExp(`^${PI}$`),
    takes: ['limit', 'expand'],
    run: listPayments,
  },
  {
    operation: 'lookUp',
    method: 'GET',
    path: new RegExp(`^${PI}/(\\w+)$`),
    takes: ['client_secret', 'expand'],
    forBrowsers: true,
    run: lookUp,
  },
  {
    operation: 'cancel',
    method: 'POST',
    path: new RegExp(`^${PI}/(\\w+)/cancel$`),
    takes: ['expand'],
    run: (call) => {
      const step = call.state.cancel(call.id, call.account);
      return step.ok ? ok(intent(call, step.payment)) : no(step);
    },
  },
  {
    operation: 'confirm',
    method: 'POST',
    path: new RegExp(`^${PI}/(\\w+)/confirm$`),
    takes: ['client_secret', 'payment_method_data', 'return_url', 'use_stripe_sdk', 'key', '_stripe_account'],
    forBrowsers: true,
    run: confirm,
  },
  {
    operation: 'refund',
    method: 'POST',
    path: /^\/v1\/refunds$/,
    takes: ['payment_intent', 'amount', 'reason', 'metadata', 'refund_application_fee'],
    run: refund,
  },
  {
    operation: 'listRefunds',
    method: 'GET',
    path: /^\/v1\/refunds$/,
    takes: ['payment_intent', 'limit'],
    run: (call) =>
      ok({
        object: 'list',
        url: '/v1/refunds',
        has_more: false,
        data: refundsOf(call, (payment) => payment === call.params['payment_intent']),
      }),
  },
  { operation: 'lookUpRefund', method: 'GET', path: /^\/v1\/refunds\/(\w+)$/, takes: [], run: lookUpRefund },
  {
    operation: 'lookUpDispute',
    method: 'GET',
    path: /^\/v1\/disputes\/(\w+)$/,
    takes: [],
    run: lookUpDispute,
  },
  {
    operation: 'createAccount',
    method: 'POST',
    path: /^\/v1\/accounts$/,
    takes: ['email', 'country', 'controller'],
    run: createAccount,
  },
  {
    operation: 'lookUpAccount',
    method: 'GET',
    path: /^\/v1\/accounts\/(\w+)$/,
    takes: [],
    run: ({ state, id }) => {
      const account = state.accounts.get(id);
      return account ? ok(accountObject(account)) : refused(403, 'account_invalid');
    },
  },
  {
    operation: 'linkAccount',
    method: 'POST',
    path: /^\/v1\/account_links$/,
    takes: ['account', 'type', 'return_url', 'refresh_url'],
    run: linkAccount,
  },
];
