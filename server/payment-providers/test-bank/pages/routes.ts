import { LOCALES, type Locale } from '@entrada/contract/constants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BankFaults } from '../faults.ts';
import { type Answer, BANK_ROUTE, handle, idOf } from '../handler.ts';
import { confirmPayment, decideChallenge, failureOf } from '../ledger/model.ts';
import { type Bank, changePayment, findPayment, newChallengeId } from '../ledger/store.ts';
import { nextActionPath } from '../ledger/views.ts';
import { type BankFieldError, fieldErrors } from '../problems.ts';
import { type BankKeys, clientTokenOf, isSameSecret } from '../signature.ts';
import { cardFormSchema, readCard } from './card-form.ts';
import { challengePage, endedPage, PAGE_POLICY, unknownPage } from './challenge-page.ts';
import { pickLocale } from './challenge-words.ts';

type BrowserOptions = {
  bank: Bank;
  keys: BankKeys;
  returnOrigin: string;
  defaultLocale: Locale;
  faults?: BankFaults | undefined;
};

type FormRefused = { ok: false; code: 'VALIDATION_FAILED'; errors: BankFieldError[] };

/** The route that the card form posts to. Only the payment's client token authorizes it. */
export function registerConfirmRoute(scope: FastifyInstance, { bank, keys, faults }: BrowserOptions): void {
  scope.post(
    '/payments/:id/confirm',
    BANK_ROUTE,
    handle(faults, 'confirm', async (request): Promise<Answer> => {
      const parsed = cardFormSchema.safeParse(request.body, { reportInput: true });
      if (!parsed.success) return { problem: 'VALIDATION_FAILED', errors: fieldErrors(parsed.error) };
      const form = parsed.data;
      const id = idOf(request);
      if (!isSameSecret(form.clientToken, clientTokenOf(keys, id))) return { problem: 'NOT_FOUND' };

      const step = await changePayment<FormRefused>(bank, { id }, (payment, rules) => {
        const reading = readCard(form, rules.now);
        if (!reading.ok) return { ok: false, code: 'VALIDATION_FAILED', errors: reading.errors };
        const { brand, behaviour, number } = reading.card;
        return confirmPayment(payment, {
          ...rules,
          card: { brand, behaviour, last4: number.slice(-4) },
          challengeId: newChallengeId(),
        });
      });
      if (!step.ok) return { problem: step.code, ...('errors' in step && { errors: step.errors }) };
      return {
        status: 200,
        body: {
          id: step.payment.id,
          status: step.payment.status,
          nextActionUrl: nextActionPath(step.payment, form.locale),
          failure: failureOf(step.payment),
        },
      };
    }),
  );
}

/**
 * The 3-D Secure page: plain HTML and forms, no scripts. The unguessable id in its address authorizes the
 * visitor.
 */
export function registerChallengeRoutes(scope: FastifyInstance, browser: BrowserOptions): void {
  const { bank, returnOrigin, defaultLocale } = browser;

  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 503;
    if (status >= 500) request.log.error({ err: error }, 'test bank page');
    return page(reply, status, unknownPage(localeOf(request), 'unavailable'));
  });

  const asked = (request: FastifyRequest) => (request.query as { locale?: unknown }).locale;
  function localeOf(request: FastifyRequest): Locale {
    const wanted = LOCALES.find((locale) => locale === asked(request));
    return wanted ?? pickLocale(request.headers['accept-language'], defaultLocale);
  }
  const page = (reply: FastifyReply, status: number, html: string) =>
    reply
      .status(status)
      .headers({
        'content-security-policy': PAGE_POLICY(returnOrigin),
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(html);

  scope.get('/3ds/:id', BANK_ROUTE, async (request, reply) => {
    const payment = await findPayment(bank, { challengeId: idOf(request) });
    const locale = localeOf(request);
    if (!payment) return page(reply, 404, unknownPage(locale, 'unknown'));
    return page(
      reply,
      200,
      payment.status === 'requires_action' ? challengePage(payment, locale) : endedPage(payment, locale),
    );
  });

  scope.post('/3ds/:id', BANK_ROUTE, async (request, reply) => {
    const challengeId = idOf(request);
    const decision = (request.body as { decision?: unknown } | undefined)?.decision;
    const payment = await findPayment(bank, { challengeId });
    if (!payment) return page(reply, 404, unknownPage(localeOf(request), 'unknown'));
    if (decision === 'approve' || decision === 'refuse') {
      // After a second press the challenge has already ended. The buyer still goes back to the shop, which
      // shows the outcome.
      await changePayment(bank, { challengeId }, (found, rules) =>
        decideChallenge(found, { ...rules, challengeId, decision }),
      );
    } else if (decision !== 'leave') {
      return reply.redirect(request.url, 303);
    }
    return reply.header('cache-control', 'no-store').redirect(payment.returnUrl, 303);
  });
}
