import type { Locale } from '@entrada/contract/constants';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import type { Pool } from 'pg';
import { registerApiRoutes } from './api-routes.ts';
import type { BankFaults } from './faults.ts';
import type { Bank } from './ledger/store.ts';
import { type Mischief, USUAL_MISCHIEF } from './mischief.ts';
import { registerChallengeRoutes, registerConfirmRoute } from './pages/routes.ts';
import { answerProblems } from './problems.ts';
import { deriveKeys } from './signature.ts';

export type TestBankOptions = {
  pool: Pool;
  /** Known to the bank and to Entrada's client of it; every key of the bank is derived from it. */
  secret: string;
  /** Entrada's public address: buyers are sent back to this origin only. */
  baseUrl: string;
  mischief?: Mischief;
  /** How long asynchronous payments and refunds take. */
  settleDelayMs?: number;
  /** Refused attempts after which a payment fails for good. */
  maxAttempts?: number;
  /** Language of the 3-D Secure page for visitors who name none that it has. */
  defaultLocale?: Locale;
  /** Called after every change that has a webhook to send: the `kick` of `startTestBankDeliveries`. */
  kick?: () => void;
  /** Faults to inject, in tests. */
  faults?: BankFaults;
};

const BODY_LIMIT = 16 * 1024;

/**
 * Adds the test bank to an application, below `/test-bank`: its API for our server, the call of the card form, and
 * the 3-D Secure page. Webhooks are sent by `startTestBankDeliveries`, in this process or another.
 */
export async function registerTestBank(app: FastifyInstance, options: TestBankOptions): Promise<void> {
  const { pool, secret, baseUrl, faults } = options;
  const bank: Bank = {
    pool,
    mischief: options.mischief ?? USUAL_MISCHIEF,
    settleDelayMs: options.settleDelayMs ?? 4000,
    maxAttempts: options.maxAttempts ?? 5,
    onEvents: options.kick ?? (() => undefined),
  };
  const keys = deriveKeys(secret);
  const returnOrigin = new URL(baseUrl).origin;
  const browser = { bank, keys, returnOrigin, defaultLocale: options.defaultLocale ?? 'en', faults };

  const bankScope: FastifyPluginCallback = (scope, _none, done) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = BODY_LIMIT;
    });
    answerProblems(scope);
    // Scopes of their own: the secret key guards the API only, and forms are read on the page only.
    scope.register(
      within((api) => registerApiRoutes(api, { bank, keys, returnOrigin, faults })),
      { prefix: '/v1' },
    );
    scope.register(
      within((form) => registerConfirmRoute(form, browser)),
      { prefix: '/v1' },
    );
    scope.register(within((pages) => registerChallengeRoutes(pages, browser)));
    done();
  };
  await app.register(bankScope, { prefix: '/test-bank' });
}

function within(add: (scope: FastifyInstance) => void): FastifyPluginCallback {
  return (scope, _none, done) => {
    add(scope);
    done();
  };
}
