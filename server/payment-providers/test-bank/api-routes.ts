import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BankFaults } from './faults.ts';
import { type Answer, BANK_ROUTE, handle, idOf } from './handler.ts';
import { checkAmount } from './ledger/amounts.ts';
import { changeDispute, findDispute } from './ledger/dispute-store.ts';
import { cancelPayment, openRefund } from './ledger/model.ts';
import {
  type Bank,
  changePayment,
  createPayment,
  findPayment,
  findRefund,
  refundPayment,
} from './ledger/store.ts';
import { type PaymentView, paymentView } from './ledger/views.ts';
import { fieldErrors, sendProblem } from './problems.ts';
import { type BankKeys, clientTokenOf, isSameSecret } from './signature.ts';

export const ACCOUNT_HEADER = 'test-bank-account';

type ApiOptions = {
  bank: Bank;
  keys: BankKeys;
  returnOrigin: string;
  faults?: BankFaults | undefined;
};

const storable = z
  .string()
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'invalid_characters');
const amount = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const createSchema = z.strictObject({
  amount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  orderShortId: storable.min(1).max(64),
  description: storable.max(1000),
  merchantName: storable.max(200).nullable(),
  receiptEmail: storable.max(320).nullable(),
  returnUrl: storable.max(2048),
  applicationFee: z.number().int().min(0),
});

const refundSchema = z.strictObject({
  amount,
  reason: z.enum(['requested_by_customer', 'late_payment', 'duplicate']).nullable(),
});

const actionSchema = z.strictObject({ action: z.enum(['escalate', 'respond', 'win', 'lose']) });

function accountOf(request: FastifyRequest): string | null {
  const header = request.headers[ACCOUNT_HEADER];
  return typeof header === 'string' && header !== '' ? header : null;
}

/** The request's key, with a hash of everything that distinguishes this request from others. */
function idempotencyOf(request: FastifyRequest): { key: string; hash: Buffer } | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) return null;
  const said = JSON.stringify([request.url, accountOf(request), request.body]);
  return { key, hash: createHash('sha256').update(said).digest() };
}

function isOnOrigin(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}

/** The API for Entrada's server. Calls carry the bank's secret key as a bearer token. */
export function registerApiRoutes(
  scope: FastifyInstance,
  { bank, keys, returnOrigin, faults }: ApiOptions,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!isSameSecret(given, keys.api)) return sendProblem(reply, 'UNAUTHENTICATED');
  });

  const withToken = (view: PaymentView) => ({ ...view, clientToken: clientTokenOf(keys, view.id) });

  scope.post(
    '/payments',
    BANK_ROUTE,
    handle(faults, 'create', async (request): Promise<Answer> => {
      const idempotency = idempotencyOf(request);
      if (!idempotency) return { problem: 'MALFORMED_REQUEST' };
      const parsed = createSchema.safeParse(request.body, { reportInput: true });
      if (!parsed.success) return { problem: 'VALIDATION_FAILED', errors: fieldErrors(parsed.error) };
      const wanted = parsed.data;
      const allowed = checkAmount({ minor: wanted.amount, currency: wanted.currency });
      if (!allowed.ok) return { problem: allowed.code };
      if (!isOnOrigin(wanted.returnUrl, returnOrigin)) return { problem: 'RETURN_URL_NOT_ALLOWED' };
      if (wanted.applicationFee > wanted.amount) return { problem: 'AMOUNT_TOO_LARGE' };
      const made = await createPayment(bank, idempotency, { ...wanted, account: accountOf(request) });
      return made.ok ? { status: 201, body: withToken(made.answer) } : { problem: made.code };
    }),
  );

  scope.get(
    '/payments/:id',
    BANK_ROUTE,
    handle(faults, 'lookUp', async (request): Promise<Answer> => {
      const payment = await findPayment(bank, { id: idOf(request) }, { account: accountOf(request) });
      return payment ? { status: 200, body: withToken(paymentView(payment)) } : { problem: 'NOT_FOUND' };
    }),
  );

  scope.post(
    '/payments/:id/cancel',
    BANK_ROUTE,
    handle(faults, 'cancel', async (request): Promise<Answer> => {
      const account = accountOf(request);
      const step = await changePayment(bank, { id: idOf(request) }, (payment) =>
        payment.account === account ? cancelPayment(payment) : { ok: false, code: 'NOT_FOUND' },
      );
      return step.ok ? { status: 200, body: withToken(paymentView(step.payment)) } : { problem: step.code };
    }),
  );

  scope.post(
    '/payments/:id/refunds',
    BANK_ROUTE,
    handle(faults, 'refund', async (request): Promise<Answer> => {
      const idempotency = idempotencyOf(request);
      if (!idempotency) return { problem: 'MALFORMED_REQUEST' };
      const parsed = refundSchema.safeParse(request.body, { reportInput: true });
      if (!parsed.success) return { problem: 'VALIDATION_FAILED', errors: fieldErrors(parsed.error) };
      const account = accountOf(request);
      const made = await refundPayment(bank, idempotency, idOf(request), (payment, rules) =>
        payment.account === account
          ? openRefund(payment, { ...rules, amount: parsed.data.amount })
          : { ok: false, code: 'NOT_FOUND' },
      );
      return made.ok ? { status: 201, body: made.answer } : { problem: made.code };
    }),
  );

  scope.get(
    '/refunds/:id',
    BANK_ROUTE,
    handle(faults, 'lookUpRefund', async (request): Promise<Answer> => {
      const refund = await findRefund(bank, idOf(request), { account: accountOf(request) });
      return refund ? { status: 200, body: refund } : { problem: 'NOT_FOUND' };
    }),
  );

  scope.get(
    '/disputes/:id',
    BANK_ROUTE,
    handle(faults, 'lookUpDispute', async (request): Promise<Answer> => {
      const dispute = await findDispute(bank, idOf(request), accountOf(request));
      return dispute ? { status: 200, body: dispute } : { problem: 'NOT_FOUND' };
    }),
  );

  // At a real bank these steps happen elsewhere: the merchant answers, the bank decides.
  scope.post(
    '/disputes/:id/actions',
    BANK_ROUTE,
    handle(undefined, 'lookUpDispute', async (request): Promise<Answer> => {
      const parsed = actionSchema.safeParse(request.body, { reportInput: true });
      if (!parsed.success) return { problem: 'VALIDATION_FAILED', errors: fieldErrors(parsed.error) };
      const changed = await changeDispute(bank, idOf(request), accountOf(request), parsed.data.action);
      return changed.ok ? { status: 200, body: changed.answer } : { problem: changed.code };
    }),
  );
}
