import { randomBytes, randomUUID } from 'node:crypto';
import {
  type createPromoCode as createEndpoint,
  type generatePromoCodes as generateEndpoint,
  type PromoCode,
  promoCodeListRules,
  type switchPromoCodes as switchEndpoint,
  type updatePromoCode as updateEndpoint,
} from '@entrada/contract/catalog/promo-codes';
import type { ChosenRowsReply, ListMeta, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { audit, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { readPage } from '../../platform/lists/page.ts';
import { selectionOf } from '../../platform/lists/selection.ts';
import { inLockedEvent, lockEvent, requireEvent } from '../events/service.ts';
import { updateQuantity } from '../inventory/queries.ts';
import { expectTickets, replaceTicketLinks } from '../tickets/link-queries.ts';
import { randomCodes } from './core/random-codes.ts';
import * as queries from './queries.ts';

type CreateInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;
type GenerateInput = z.output<(typeof generateEndpoint)['body']>;
type SwitchInput = z.output<(typeof switchEndpoint)['body']> & { query: ListQuery };
type Terms = Omit<CreateInput, 'code' | 'disabled'>;
type Ids = { eventId: number; codeId: number };

/** A row as the API shows it. */
export const toPromoCode = ({ counterId: _, ...row }: queries.PromoCodeRow): PromoCode => ({
  ...row,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** A page of an event's promo codes. Throws NOT_FOUND. */
export async function listPromoCodes(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: PromoCode[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const list = { rules: promoCodeListRules, source: queries.promoCodeSource(scope, eventId), query };
  return readPage(ctx.db, list, async (ids) =>
    (await queries.findPromoCodes(ctx.db, scope, eventId, ids)).map(toPromoCode),
  );
}

async function findRow(
  tx: Tx | Db,
  scope: AccountScope,
  { eventId, codeId }: Ids,
): Promise<queries.PromoCodeRow> {
  const [row] = await queries.findPromoCodes(tx, scope, eventId, [codeId]);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** One promo code; percentage an exact decimal, amount in minor units. Throws NOT_FOUND. */
export async function getPromoCode(ctx: Ctx, ids: Ids): Promise<PromoCode> {
  return toPromoCode(await findRow(ctx.db, scopeOf(ctx.actor), ids));
}

const columnsOf = (terms: Terms) => ({
  discount_type: terms.discountType,
  percentage: terms.percentage,
  amount: terms.amount,
  applies_to_all: terms.allTickets,
  expires_at: terms.expiresAt === null ? null : new Date(terms.expiresAt),
});

/** Throws VALIDATION_FAILED for a code that another one of the event has, letters of any case. */
async function expectFree(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { code, except }: { code: string; except?: number },
): Promise<void> {
  const taken = await queries.findTakenCodes(tx, scope, eventId, {
    codes: [code],
    ...(except !== undefined && { except }),
  });
  if (taken.length > 0) throw failFields([{ path: 'code', code: 'duplicate' }]);
}

/**
 * Adds a promo code with a counter of its uses and records it. Throws NOT_FOUND, EVENT_ARCHIVED, VALIDATION_FAILED for a
 * code that is taken or a ticket that is not the event's. Locks the event.
 */
export function createPromoCode(ctx: Ctx, eventId: number, input: CreateInput): Promise<PromoCode> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    await expectFree(tx, scope, eventId, { code: input.code });
    const [codeId = 0] = await queries.insertPromoCodes(tx, scope, {
      eventId,
      codes: [input.code],
      usageLimit: input.usageLimit,
      disabled: input.disabled,
      batch: null,
      ticketIds: await expectTickets(tx, scope, eventId, input.ticketIds),
      fields: columnsOf(input),
    });
    const made = toPromoCode(await findRow(tx, scope, { eventId, codeId }));
    await audit(tx, ctx, scope, {
      action: 'promo_code.created',
      target: { type: 'promo_code', id: codeId },
      after: auditable(made),
    });
    return made;
  });
}

/**
 * Changes a promo code and records it. Existing orders do not change. A limit below what is used and held only ends
 * further uses: the ceiling stays at that sum. Throws NOT_FOUND, EVENT_ARCHIVED, STALE_VERSION with params.version,
 * VALIDATION_FAILED as above. Locks the event, then the code's counter.
 */
export function updatePromoCode(ctx: Ctx, ids: Ids, { version, ...input }: UpdateInput): Promise<PromoCode> {
  const scope = scopeOf(ctx.actor);
  const { eventId, codeId } = ids;
  const change = {
    action: 'promo_code.updated',
    target: { type: 'promo_code', id: codeId },
    auditable,
    eventId,
  };
  return saveChange(ctx, scope, change, async (tx) => {
    await lockEvent(tx, scope, eventId);
    const before = await findRow(tx, scope, ids);
    expectVersion(version, before.version);
    await expectFree(tx, scope, eventId, { code: input.code, except: codeId });
    const ticketIds = await expectTickets(tx, scope, eventId, input.ticketIds);
    await queries.updatePromoCodeRows(tx, scope, [codeId], {
      ...columnsOf(input),
      code: input.code,
      disabled: input.disabled,
    });
    await replaceTicketLinks(tx, scope, 'promo_code_tickets', { id: codeId, ticketIds });
    if (before.usageLimit !== input.usageLimit) {
      await queries.lockPromoCounter(tx, scope, before.counterId);
      await updateQuantity(tx, scope, before.counterId, input.usageLimit);
    }
    return { before: toPromoCode(before), after: toPromoCode(await findRow(tx, scope, ids)) };
  });
}

/**
 * Deletes a promo code without uses and without open orders, and records it. Ended orders keep its text. Throws
 * NOT_FOUND, EVENT_ARCHIVED, PROMO_CODE_HAS_USES. Locks the event, the ended orders that name it, then its counter.
 */
export function deletePromoCode(ctx: Ctx, ids: Ids): Promise<void> {
  return inLockedEvent(ctx, ids.eventId, async (tx, scope) => {
    const before = await findRow(tx, scope, ids);
    await queries.lockEndedOrders(tx, scope, ids.codeId);
    const { sold, reserved } = await queries.lockPromoCounter(tx, scope, before.counterId);
    const isUsed = sold + reserved > 0 || (await queries.hasLiveOrders(tx, scope, ids.codeId));
    if (isUsed) throw fail('PROMO_CODE_HAS_USES', { params: { used: sold, held: reserved } });
    await queries.deletePromoCodeRows(tx, scope, { id: ids.codeId, counterId: before.counterId });
    await audit(tx, ctx, scope, {
      action: 'promo_code.deleted',
      target: { type: 'promo_code', id: ids.codeId },
      before: auditable(toPromoCode(before)),
    });
  });
}

/**
 * Adds as many unguessable codes as asked, of the same terms, all or none, and records it once. Throws NOT_FOUND,
 * EVENT_ARCHIVED, VALIDATION_FAILED for a ticket that is not the event's. Locks the event.
 */
export function generatePromoCodes(
  ctx: Ctx,
  eventId: number,
  input: GenerateInput,
): Promise<{ batch: string; count: number; example: string }> {
  const { prefix, length, count } = input;
  const batch = randomUUID();
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const ticketIds = await expectTickets(tx, scope, eventId, input.ticketIds);
    const codes = new Set<string>();
    while (codes.size < count) {
      const drawn = randomCodes({ prefix, length, count: count - codes.size }, randomBytes);
      for (const code of await queries.findTakenCodes(tx, scope, eventId, { codes: [...drawn] })) {
        drawn.delete(code);
      }
      for (const code of drawn) codes.add(code);
    }
    await queries.insertPromoCodes(tx, scope, {
      eventId,
      codes: [...codes],
      usageLimit: input.usageLimit,
      disabled: false,
      batch,
      ticketIds,
      fields: columnsOf(input),
    });
    await audit(tx, ctx, scope, {
      action: 'promo_codes.generated',
      target: { type: 'event', id: eventId },
      after: { batch, ...input },
    });
    const [example = ''] = codes;
    return { batch, count, example };
  });
}

/**
 * Disables or enables many codes and records it once. The rows are the named ones, or all that the query finds except
 * some. Answers the changed ids. Skips codes that already have the state and those of other events; no code is ever
 * refused. Throws NOT_FOUND, EVENT_ARCHIVED. Locks the event.
 */
export function switchPromoCodes(
  ctx: Ctx,
  eventId: number,
  { disabled, ...named }: SwitchInput,
): Promise<ChosenRowsReply> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const changed = await queries.switchPromoCodeRows(tx, scope, eventId, {
      disabled,
      selection: selectionOf(named),
    });
    if (changed.length > 0) {
      await audit(tx, ctx, scope, {
        action: disabled ? 'promo_codes.disabled' : 'promo_codes.enabled',
        target: { type: 'event', id: eventId },
        after: { ids: changed },
      });
    }
    return { changed, kept: [] };
  });
}

function auditable({
  id: _i,
  version: _v,
  used: _u,
  held: _h,
  state: _s,
  createdAt: _c,
  tickets,
  ...fields
}: PromoCode) {
  return { ...fields, tickets: tickets.map((ticket) => ticket.id) };
}
