import { randomBytes } from 'node:crypto';
import type { OutputOf } from '@entrada/contract/endpoint';
import type { connectPayments, PaymentConnection } from '@entrada/contract/sales/payment-connections';
import type { Config } from '../../config/environment.ts';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { type AccountConnection, type PaymentProvider, ProviderError } from '../../payment-providers/port.ts';
import { audit, changes } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, scopeOfRow, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import type { JobRef } from '../../platform/jobs/job.ts';
import { closeWebhook, findWebhook } from '../webhook-inbox/queries.ts';
import { applicationFee, type Capabilities, type Connection, statusOf } from './core/connection.ts';
import * as queries from './queries.ts';

/** The provider's names for events about a connected account as a whole. */
export const ACCOUNT_EVENTS: readonly string[] = ['account.updated', 'account.application.deauthorized'];
/** Reads a connected account at the provider after a message about it. */
export const checkConnectionRef: JobRef<{ webhookId: number }> = {
  name: 'check_connection',
  maxAttempts: 12,
};

/** The account that is charged, and the installation's fee in minor units. */
export type ChargedAccount = { account: string | null; applicationFee: number };

type Provider = PaymentProvider | null;
type Acting = Pick<Ctx, 'db' | 'log' | 'actor' | 'requestId'>;

const newKey = () => `connection:${randomBytes(16).toString('base64url')}`;

/**
 * Whether buyers of this account can pay by card now. The installation's own account always can; a connected account
 * must be able to charge.
 */
export async function canTakeCards(tx: Tx | Db, scope: AccountScope, provider: Provider): Promise<boolean> {
  if (!provider) return false;
  if (!provider.connect) return true;
  return statusOf(await queries.findConnection(tx, scope)) === 'connected';
}

/**
 * The account that a payment of this amount charges, and the installation's fee. Throws PAYMENTS_NOT_SET_UP if the
 * account must be connected and cannot charge.
 */
export async function chargedAccount(
  tx: Tx,
  scope: AccountScope,
  payment: { provider: PaymentProvider; config: Pick<Config, 'stripe'>; amount: number; currency: string },
): Promise<ChargedAccount> {
  const { provider, config, amount, currency } = payment;
  if (!provider.connect) return { account: null, applicationFee: 0 };
  const connection = await queries.findConnection(tx, scope);
  if (!connection || statusOf(connection) !== 'connected') throw fail('PAYMENTS_NOT_SET_UP');
  const rate = config.stripe?.applicationFeePercent ?? null;
  return {
    account: connection.account,
    applicationFee: applicationFee(amount, rate, provider.connect.feeUnit(currency)),
  };
}

/** How the account takes card payments. Asks the provider; if it does not answer, uses its last answer. */
export async function showConnection(ctx: Ctx, provider: Provider): Promise<PaymentConnection> {
  const scope = scopeOf(ctx.actor);
  const isTestMode = provider?.name === 'test_bank' || (ctx.config.stripe?.isTestMode ?? false);
  if (!provider?.connect) {
    const can = provider !== null;
    return {
      provider: provider?.name ?? null,
      mode: 'own',
      status: can ? 'connected' : 'not_connected',
      account: null,
      chargesEnabled: can,
      payoutsEnabled: can,
      detailsSubmitted: can,
      applicationFeePercent: null,
      isTestMode,
    };
  }
  const known = await queries.findConnection(ctx.db, scope);
  const connection = known && (await refreshed(ctx, provider.connect, scope, known));
  return {
    provider: provider.name,
    mode: 'connect',
    status: statusOf(connection),
    account: connection?.account ?? null,
    chargesEnabled: connection?.chargesEnabled ?? false,
    payoutsEnabled: connection?.payoutsEnabled ?? false,
    detailsSubmitted: connection?.detailsSubmitted ?? false,
    applicationFeePercent: ctx.config.stripe?.applicationFeePercent ?? null,
    isTestMode,
  };
}

async function refreshed(
  ctx: Acting,
  connect: AccountConnection,
  scope: AccountScope,
  known: Connection,
): Promise<Connection> {
  if (known.account === null) return known;
  try {
    return await keepSaid(ctx, scope, await ask(connect, known.account));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn(
      { err: error, accountId: known.accountId },
      'a connected account could not be read from the provider',
    );
    return known;
  }
}

/** We can no longer use the account: it was closed, or the organizer revoked our access. */
const isGone = (error: unknown) =>
  error instanceof ProviderError && error.kind === 'rejected' && [403, 404].includes(error.status ?? 0);

/** What a connected account may do. It may do nothing if the provider no longer shows it to us. */
async function ask(connect: AccountConnection, account: string): Promise<Capabilities> {
  try {
    const { chargesEnabled, payoutsEnabled, detailsSubmitted } = await connect.lookUp({ account });
    return { chargesEnabled, payoutsEnabled, detailsSubmitted };
  } catch (error) {
    if (!isGone(error)) throw error;
    return { chargesEnabled: false, payoutsEnabled: false, detailsSubmitted: false };
  }
}

/** Stores what the provider said about a connected account, and records the changes in the audit log. */
async function keepSaid(ctx: Acting, scope: AccountScope, said: Capabilities): Promise<Connection> {
  return inTransaction(ctx.db, async (tx) => {
    const known = await queries.lockConnection(tx, scope);
    if (!known) throw fail('NOT_FOUND');
    const { chargesEnabled, payoutsEnabled, detailsSubmitted } = known;
    const changed = changes({ chargesEnabled, payoutsEnabled, detailsSubmitted }, said);
    await queries.setCapabilities(tx, scope, said);
    if (changed) {
      const target = { type: 'payment_connection', id: scope.accountId };
      await audit(tx, ctx, scope, { action: 'payments.connection_changed', target, ...changed });
    }
    return { ...known, ...said };
  });
}

/**
 * Begins or resumes the connection of the organizer's own account. Writes the key before it asks the provider, so that
 * a repetition reaches the same account. Throws PAYMENTS_NOT_SET_UP if there is nothing to connect, UNAVAILABLE if the
 * provider does not answer.
 */
export async function beginConnection(
  ctx: Ctx,
  provider: Provider,
): Promise<OutputOf<typeof connectPayments>['data']> {
  const scope = scopeOf(ctx.actor);
  if (!provider?.connect) throw fail('PAYMENTS_NOT_SET_UP');
  const { name, connect } = provider;
  const opened = await inTransaction(ctx.db, (tx) => openConnection(tx, ctx, scope, name));
  const page = `${ctx.config.baseUrl}${PAGE}`;
  try {
    const { account, url } = await connect.begin({
      idempotencyKey: opened.idempotencyKey,
      account: opened.account,
      email: opened.email,
      country: null,
      returnUrl: page,
      refreshUrl: `${page}?resume=1`,
    });
    if (opened.account === null) await keepAccount(ctx, scope, account);
    return { url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn({ err: error, accountId: scope.accountId }, 'an account could not be connected');
    // This account or key can no longer be used: the next try requests another one.
    const isOver = opened.account === null ? error.kind === 'rejected' : isGone(error);
    if (isOver) await inTransaction(ctx.db, (tx) => startOver(tx, ctx, scope, opened));
    throw fail('UNAVAILABLE', { retryAfter: Math.max(3, error.retryAfterSeconds ?? 0), cause: error });
  }
}

/** The page of the workspace to which the provider sends the organizer back. */
const PAGE = '/account/payment';

async function openConnection(tx: Tx, ctx: Ctx, scope: AccountScope, provider: string): Promise<Connection> {
  const { email } = await queries.findUserEmail(tx, userOf(ctx.actor).userId);
  const isNew = await queries.insertConnection(tx, scope, { provider, idempotencyKey: newKey(), email });
  const connection = await queries.lockConnection(tx, scope);
  if (!connection) throw new Error(`The connection of account ${scope.accountId} is gone`);
  if (isNew) {
    const target = { type: 'payment_connection', id: scope.accountId };
    await audit(tx, ctx, scope, { action: 'payments.connection_begun', target, after: { provider } });
  }
  return connection;
}

async function startOver(tx: Tx, ctx: Ctx, scope: AccountScope, given: Connection): Promise<void> {
  const known = await queries.lockConnection(tx, scope);
  if (known?.idempotencyKey !== given.idempotencyKey) return;
  await queries.forgetAccount(tx, scope, newKey());
  if (given.account === null) return;
  const target = { type: 'payment_connection', id: scope.accountId };
  const before = { account: given.account };
  await audit(tx, ctx, scope, { action: 'payments.account_gone', target, before });
}

async function keepAccount(ctx: Ctx, scope: AccountScope, account: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const known = await queries.lockConnection(tx, scope);
    if (known?.account !== null) return;
    await queries.setAccount(tx, scope, account);
    const target = { type: 'payment_connection', id: scope.accountId };
    await audit(tx, ctx, scope, { action: 'payments.account_opened', target, after: { account } });
  });
}

/** Applies a stored webhook about a connected account: asks the provider again. */
export async function checkConnection(
  ctx: Acting,
  provider: PaymentProvider,
  webhookId: number,
): Promise<void> {
  const webhook = await findWebhook(ctx.db, webhookId);
  if (!webhook) return;
  await closeWebhook(ctx.db, webhookId, await outcomeOf(ctx, provider, webhook.account));
}

async function outcomeOf(ctx: Acting, provider: PaymentProvider, account: string | null): Promise<string> {
  const known = account === null ? null : await queries.findConnectionByAccount(ctx.db, account);
  if (!known || known.account === null || !provider.connect) return 'ignored';
  const scope = scopeOfRow(known);
  await keepSaid(ctx, scope, await ask(provider.connect, known.account));
  return 'applied';
}
