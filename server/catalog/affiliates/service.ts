import { randomInt } from 'node:crypto';
import {
  type Affiliate,
  affiliateListRules,
  type changeAffiliates as changeEndpoint,
  type createAffiliate as createEndpoint,
  type updateAffiliate as updateEndpoint,
} from '@entrada/contract/catalog/affiliates';
import { LIMITS } from '@entrada/contract/constants';
import type { ChosenRowsReply, ListMeta, ListQuery } from '@entrada/contract/list';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { audit, saveChange } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, scopeOfRow } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { readPage } from '../../platform/lists/page.ts';
import { selectionOf } from '../../platform/lists/selection.ts';
import { inLockedEvent, lockEvent, requireEvent } from '../events/service.ts';
import { dayOf, readOpened, withOpened, writeOpened } from './core/clicks.ts';
import { codeStem, suggestedCode } from './core/suggested-code.ts';
import * as queries from './queries.ts';

type CreateInput = z.output<(typeof createEndpoint)['body']>;
type UpdateInput = z.output<(typeof updateEndpoint)['body']>;
type ChangeInput = z.output<(typeof changeEndpoint)['body']> & { query: ListQuery };
type Ids = { eventId: number; affiliateId: number };

/** An affiliate as the API shows it; gross in minor units. */
export const toAffiliate = (row: queries.AffiliateRow): Affiliate => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** A page of an event's affiliates; gross in minor units of its currency. Throws NOT_FOUND. */
export async function listAffiliates(
  ctx: Ctx,
  eventId: number,
  query: ListQuery,
): Promise<{ data: Affiliate[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const list = { rules: affiliateListRules, source: queries.affiliateSource(scope, eventId), query };
  return readPage(ctx.db, list, async (ids) =>
    (await queries.findAffiliates(ctx.db, scope, eventId, ids)).map(toAffiliate),
  );
}

async function find(tx: Tx | Db, scope: AccountScope, { eventId, affiliateId }: Ids): Promise<Affiliate> {
  const [row] = await queries.findAffiliates(tx, scope, eventId, [affiliateId]);
  if (!row) throw fail('NOT_FOUND');
  return toAffiliate(row);
}

/** One affiliate. Throws NOT_FOUND. */
export const getAffiliate = (ctx: Ctx, ids: Ids): Promise<Affiliate> => find(ctx.db, scopeOf(ctx.actor), ids);

/** The unique index prevents two affiliates with the same code. */
async function orTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, 'affiliates_code')) throw failFields([{ path: 'code', code: 'duplicate' }]);
    throw error;
  }
}

/** Room for the number at the end of a code: there are fewer than 10,000 affiliates. */
const NUMBER_LENGTH = '-9999'.length;

/**
 * A code for an affiliate of this name, which no affiliate of the event has now. Another one may take it before it is
 * saved. Throws NOT_FOUND.
 */
export async function suggestCode(ctx: Ctx, eventId: number, name: string): Promise<{ code: string }> {
  const { scope } = await requireEvent(ctx, eventId);
  const beginning = codeStem(name).slice(0, LIMITS.promoCodeMax - NUMBER_LENGTH);
  return { code: suggestedCode(name, await queries.findCodesLike(ctx.db, scope, eventId, beginning)) };
}

/** The foreign key of the orders prevents the deletion of an affiliate that has orders. */
async function orHasOrders(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (violates(error, 'orders_affiliate_fkey')) throw fail('AFFILIATE_HAS_ORDERS');
    throw error;
  }
}

/**
 * Adds an affiliate and records it. Throws NOT_FOUND, EVENT_ARCHIVED, TOO_MANY_AFFILIATES, VALIDATION_FAILED for a code
 * that is taken. Locks the event.
 */
export function createAffiliate(ctx: Ctx, eventId: number, input: CreateInput): Promise<Affiliate> {
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    if ((await queries.countAffiliates(tx, scope, eventId)) >= LIMITS.affiliates)
      throw fail('TOO_MANY_AFFILIATES');
    const affiliateId = await orTaken(queries.insertAffiliate(tx, scope, { ...input, event_id: eventId }));
    const made = await find(tx, scope, { eventId, affiliateId });
    await audit(tx, ctx, scope, {
      action: 'affiliate.created',
      target: { type: 'affiliate', id: affiliateId },
      after: auditable(made),
    });
    return made;
  });
}

/**
 * Changes an affiliate and records it. Its orders stay attributed to it. Throws NOT_FOUND, EVENT_ARCHIVED,
 * STALE_VERSION with params.version, VALIDATION_FAILED as above. Locks the event.
 */
export function updateAffiliate(ctx: Ctx, ids: Ids, { version, ...input }: UpdateInput): Promise<Affiliate> {
  const scope = scopeOf(ctx.actor);
  const target = { type: 'affiliate', id: ids.affiliateId };
  const change = { action: 'affiliate.updated', target, auditable, eventId: ids.eventId };
  return saveChange(ctx, scope, change, async (tx) => {
    await lockEvent(tx, scope, ids.eventId);
    const before = await find(tx, scope, ids);
    expectVersion(version, before.version);
    await orTaken(queries.updateAffiliateRows(tx, scope, [ids.affiliateId], input));
    return { before, after: await find(tx, scope, ids) };
  });
}

/**
 * Deletes an affiliate without orders, with its clicks, and records it. Throws NOT_FOUND, EVENT_ARCHIVED,
 * AFFILIATE_HAS_ORDERS, also for an order that is still open. Locks the event, the affiliate, then its expired holds.
 */
export function deleteAffiliate(ctx: Ctx, ids: Ids): Promise<void> {
  return inLockedEvent(ctx, ids.eventId, async (tx, scope) => {
    const before = await find(tx, scope, ids);
    await queries.lockAffiliate(tx, scope, ids.affiliateId);
    if (await queries.hasOrders(tx, scope, ids.affiliateId)) throw fail('AFFILIATE_HAS_ORDERS');
    await orHasOrders(queries.deleteAffiliateRow(tx, scope, ids.affiliateId));
    await audit(tx, ctx, scope, {
      action: 'affiliate.deleted',
      target: { type: 'affiliate', id: ids.affiliateId },
      before: auditable(before),
    });
  });
}

/**
 * Switches many affiliates of an event on or off and records it once. The rows are the named ones, or all that the
 * query finds except some. Answers the changed ids. Skips those that already have the status and those of other events.
 * Throws NOT_FOUND, EVENT_ARCHIVED. Locks the event.
 */
export function changeAffiliates(
  ctx: Ctx,
  eventId: number,
  { action, ...named }: ChangeInput,
): Promise<ChosenRowsReply> {
  const isOn = action === 'switch-on';
  return inLockedEvent(ctx, eventId, async (tx, scope) => {
    const changed = await queries.switchAffiliateRows(tx, scope, eventId, {
      status: isOn ? 'active' : 'inactive',
      selection: selectionOf(named),
    });
    if (changed.length > 0) {
      await audit(tx, ctx, scope, {
        action: isOn ? 'affiliates.switched_on' : 'affiliates.switched_off',
        target: { type: 'event', id: eventId },
        after: { ids: changed },
      });
    }
    return { changed, kept: [] };
  });
}

const SLOTS = 8;

/**
 * Handles a visitor who opened an affiliate's link. Answers the links that the browser's cookie must remember. Answers
 * null if nothing changes, because the code is unknown or inactive or the event is not public. Counts a click if the
 * browser has not opened the same link today and `mayCount` allows it. A repeated key counts once.
 */
export async function openLink(
  ctx: Ctx,
  link: {
    eventId: number;
    code: string;
    cookie: string | undefined;
    key: NotedKey | null;
    mayCount: () => boolean;
  },
): Promise<string | null> {
  const { eventId, cookie } = link;
  if (!/^[A-Za-z0-9_-]{3,50}$/.test(link.code)) return null;
  const found = await queries.findLinked(ctx.db, eventId, link.code);
  if (!found) return null;
  const { id, accountId, code, now } = found;
  const { opened, isClick } = withOpened(readOpened(cookie), { eventId, code, day: dayOf(now) });
  if (isClick && link.mayCount()) {
    await inTransaction(ctx.db, async (tx) => {
      if (await claimKey(tx, link.key)) {
        await queries.addClick(tx, scopeOfRow({ accountId }), id, randomInt(SLOTS));
      }
    });
  }
  return writeOpened(opened);
}

function auditable({
  id: _i,
  version: _v,
  clicks: _c,
  orders: _o,
  gross: _g,
  createdAt: _a,
  ...fields
}: Affiliate) {
  return fields;
}
