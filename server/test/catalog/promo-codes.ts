import { createPromoCode, getPromoCode, listPromoCodes } from '@entrada/contract/catalog/promo-codes';
import type { InputOf } from '@entrada/contract/endpoint';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../app.ts';
import { keepInvariants } from '../invariants.ts';

export type PromoCodeBody = InputOf<typeof createPromoCode>['body'];

/** The terms of a code: ten percent off everything. */
export const terms = {
  discountType: 'percentage',
  percentage: '10',
  amount: null,
  allTickets: true,
  ticketIds: [],
  usageLimit: null,
  expiresAt: null,
} satisfies Partial<PromoCodeBody>;

/** The terms of a code without a discount. */
export const none = { discountType: 'none', percentage: null } as const;

/** An account with an event, a paid ticket and a free ticket, and calls for its codes. For one test file. */
export async function usePromoCodes() {
  const app = await buildTestApp();
  const { db } = app;
  keepInvariants(db);
  const owner = await buildAccount(db);
  const { accountId } = owner;
  const me = app.as(owner);
  const { eventId } = await buildEvent(db, { accountId });
  const { ticketId, priceId } = await buildTicket(db, { accountId, eventId, type: 'paid', amount: 2500 });
  const free = await buildTicket(db, { accountId, eventId, type: 'free', quantity: 100 });
  const at = { eventId: String(eventId) };

  let made = 0;
  const body = (more: Partial<PromoCodeBody> = {}): PromoCodeBody => {
    made += 1;
    return { code: `CODE${made}`, ...terms, disabled: false, ...more };
  };
  const create = (more: Partial<PromoCodeBody> = {}) =>
    me.call(createPromoCode, { params: at, body: body(more) });
  const one = (codeId: number) => ({ ...at, codeId: String(codeId) });
  const show = async (codeId: number) => (await me.call(getPromoCode, { params: one(codeId) })).body.data;
  const list = async (query: Record<string, string>) =>
    (await me.call(listPromoCodes, { params: at, query: { per_page: '100', ...query } })).body;
  const actionsOn = async (type: string, id: number) =>
    (
      await db
        .selectFrom('audit_entries')
        .select('action')
        .where('target_type', '=', type)
        .where('target_id', '=', id)
        .orderBy('id')
        .execute()
    ).map((row) => row.action);
  return {
    app,
    db,
    accountId,
    me,
    eventId,
    at,
    ticketId,
    priceId,
    free,
    body,
    create,
    one,
    show,
    list,
    actionsOn,
  };
}
