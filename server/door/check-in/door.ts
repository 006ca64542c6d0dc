import { personName } from '@entrada/contract/accounts/person-name';
import type { Guest, getDoor } from '@entrada/contract/door/check-in';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { asTyped } from '@entrada/contract/words/side-by-side';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import type { Ctx } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { refusalOf } from '../check-in-links/core/entry.ts';
import { type DoorCall, enterByLink, lookAtLink } from '../check-in-links/entry.ts';
import { stateOf } from '../check-in-lists/core/state.ts';
import { countsOf } from './counts.ts';
import * as queries from './queries.ts';

/**
 * The list as the door sees it, or only its name and its event's if the phone has yet to enter the PIN. Throws
 * CHECK_IN_LIST_NOT_FOUND.
 */
export async function showDoor(
  ctx: Ctx,
  call: DoorCall,
): Promise<z.input<(typeof getDoor)['response']>['data']> {
  const link = await lookAtLink(ctx, call);
  if (refusalOf(link, { atLeast: 'steward' }) === 'DOOR_PIN_REQUIRED')
    return { needsPin: true, name: link.name, event: { title: link.event_title } };
  const entered = await enterByLink(ctx, call, 'steward');
  const list = await doorList(ctx.db, entered.listId);
  return {
    needsPin: false,
    name: list.name,
    description: list.description,
    state: stateOf(list),
    activatesAt: list.activates_at?.toISOString() ?? null,
    expiresAt: list.expires_at?.toISOString() ?? null,
    link: entered.linkName,
    role: entered.role,
    allowsReentry: list.allows_reentry,
    allowsSales: list.allows_sales && entered.role === 'supervisor',
    event: {
      id: list.event_id,
      title: list.title,
      timezone: list.timezone,
      startsAt: list.starts_at.toISOString(),
    },
    ...(await countsOf(ctx.db, list)),
  };
}

/** Throws CHECK_IN_LIST_NOT_FOUND. */
export async function doorList(db: Db | Tx, listId: number): Promise<queries.DoorList> {
  return existing(await queries.findDoorList(db, listId));
}

function existing(list: queries.DoorList | undefined): queries.DoorList {
  if (!list) throw fail('CHECK_IN_LIST_NOT_FOUND');
  return list;
}

export type GuestFacts = Pick<
  queries.GuestRow,
  | 'reference'
  | 'first_name'
  | 'last_name'
  | 'status'
  | 'ticket_name'
  | 'price_label'
  | 'own_starts_at'
  | 'own_ends_at'
  | 'checked_in_at'
  | 'device'
>;

/** A guest as the door may know them. */
export const toGuest = (row: GuestFacts): Guest => ({
  reference: row.reference,
  name: personName({ firstName: row.first_name, lastName: row.last_name }),
  ticket: asTyped([row.ticket_name, row.price_label]),
  status: row.status as Guest['status'],
  ownStartsAt: row.own_starts_at?.toISOString() ?? null,
  ownEndsAt: row.own_ends_at?.toISOString() ?? null,
  checkedInAt: row.checked_in_at?.toISOString() ?? null,
});

/**
 * Guests of an active list, found by name, by reference, or by one exact email address, for supervisors. The address is never
 * shown. Throws as `enterByLink`, and CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED.
 */
export async function listGuests(
  ctx: Ctx,
  call: DoorCall,
  query: ListQuery,
): Promise<{ data: Guest[]; meta: ListMeta }> {
  const { listId } = await enterByLink(ctx, call, 'supervisor');
  const list = active(await doorList(ctx.db, listId));
  const { ids, meta } = await queries.findGuestPage(ctx.db, list, query);
  return { data: inOrderOf(ids, await queries.findGuests(ctx.db, list, ids)).map(toGuest), meta };
}

/** The list, if it is active. Throws CHECK_IN_LIST_NOT_FOUND, CHECK_IN_LIST_NOT_ACTIVE, CHECK_IN_LIST_EXPIRED. */
export function active(list: queries.DoorList): queries.DoorList {
  const state = stateOf(list);
  if (state === 'closed') throw fail('CHECK_IN_LIST_NOT_FOUND');
  if (state === 'not_active') throw fail('CHECK_IN_LIST_NOT_ACTIVE');
  if (state === 'expired') throw fail('CHECK_IN_LIST_EXPIRED');
  return list;
}
