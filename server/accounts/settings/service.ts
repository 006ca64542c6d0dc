import type { AccountSettings, updateAccountSettings } from '@entrada/contract/accounts/settings';
import { LIMITS, type Locale } from '@entrada/contract/constants';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion } from '../../platform/errors.ts';
import { readRichText } from '../../platform/rich-text.ts';
import * as queries from './queries.ts';

/** The column of accounts for each setting. */
const COLUMNS = {
  name: 'name',
  legalName: 'legal_name',
  address: 'address',
  taxId: 'tax_id',
  currency: 'currency',
  timezone: 'timezone',
  requiresSecondFactor: 'requires_second_factor',
  priceDisplay: 'price_display',
  orderTimeoutMinutes: 'order_timeout_minutes',
  supportEmail: 'support_email',
  emailFooter: 'email_footer',
  taxesIncluded: 'taxes_included',
  locale: 'locale',
} as const satisfies Record<Exclude<keyof AccountSettings, 'version'>, string>;

async function read(tx: Tx | Db, scope: AccountScope): Promise<AccountSettings> {
  const row = await queries.findAccount(tx, scope);
  return {
    version: row.version,
    name: row.name,
    legalName: row.legal_name,
    address: row.address,
    taxId: row.tax_id,
    currency: row.currency,
    timezone: row.timezone,
    requiresSecondFactor: row.requires_second_factor,
    priceDisplay: row.price_display as AccountSettings['priceDisplay'],
    orderTimeoutMinutes: row.order_timeout_minutes,
    supportEmail: row.support_email,
    emailFooter: row.email_footer,
    taxesIncluded: row.taxes_included,
    locale: row.locale as Locale | null,
  };
}

/** The settings of the caller's account. */
export const showAccountSettings = (ctx: Ctx): Promise<AccountSettings> => read(ctx.db, scopeOf(ctx.actor));

/**
 * Changes the settings of the caller's account and records it. Events and issued invoices keep what they have.
 * STALE_VERSION with the current one; VALIDATION_FAILED for a footer that is too long after it is cleaned. Locks the
 * account's row.
 */
export function changeAccountSettings(
  ctx: Ctx,
  { version, ...given }: z.output<(typeof updateAccountSettings)['body']>,
): Promise<AccountSettings> {
  const scope = scopeOf(ctx.actor);
  const change = {
    action: 'account.updated',
    target: { type: 'account', id: scope.accountId },
    auditable: ({ version: _, ...fields }: AccountSettings) => fields,
  };
  const { emailFooter } = given;
  const clean = {
    ...given,
    ...(emailFooter !== undefined && {
      emailFooter: readRichText(emailFooter, { path: 'emailFooter', max: LIMITS.emailFooter }),
    }),
  };
  return saveChange(ctx, scope, change, async (tx) => {
    expectVersion(version, await queries.lockAccount(tx, scope));
    const before = await read(tx, scope);
    const columns = Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = clean[field as keyof typeof COLUMNS];
      return value === undefined ? [] : [[column, value] as const];
    });
    await queries.updateAccount(tx, scope, Object.fromEntries(columns));
    return { before, after: await read(tx, scope) };
  });
}

/** What the account's new organizers begin with. */
export const findDefaults = (
  tx: Tx | Db,
  scope: AccountScope,
): Promise<Pick<AccountSettings, 'currency' | 'timezone'>> => read(tx, scope);

/** What the account's new events begin with, as columns of event_settings. `tx`: the transaction of the new event. */
export async function newEventSettings(tx: Tx, scope: AccountScope) {
  const { priceDisplay, orderTimeoutMinutes, supportEmail, emailFooter } = await read(tx, scope);
  return {
    price_display: priceDisplay,
    order_timeout_minutes: orderTimeoutMinutes,
    support_email: supportEmail,
    email_footer: emailFooter,
  };
}
