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
  /** The secret that the bank shares with Entrada's client. Every key of the bank is derived from it. */
  secret: string;
  /** Entrada's public address. Buyers are sent back only to this origin. */
  baseUrl: string;
  mischief?: Mischief;
  /** How long asynchronous payments and refunds take. */
  settleDelayMs?: number;
  /** After this many refused attempts a payment fails finally. */
  maxAttempts?: number;
  /** Language of the 3-D Secure page for visitors whose languages the page does not have. */
  defaultLocale?: Locale;
  /** Called after every change that has a webhook to send. Pass the `kick` of `startTestBankDeliveries`. */
  kick?: () => void;
  /** Faults to inject, in tests. */
  faults?: BankFaults;
};

const BODY_LIMIT = 16 * 1024;

/**
 * Adds the test bank to an application, below `/test-bank`: its API for Entrada's server, the call of the
 * card form, and the 3-D Secure page. `startTestBankDeliveries` sends the webhooks, in this process or
 * another.
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
    // Separate scopes: only the API needs the secret key, and only the page reads forms.
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
