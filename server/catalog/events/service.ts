import type {
  createEvent as createEndpoint,
  EventDetail,
  EventRow,
  EventState,
} from '@entrada/contract/catalog/events';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { toSlug } from '@entrada/contract/slug';
import type { z } from 'zod';
import { newEventSettings } from '../../accounts/settings/service.ts';
import type { Db, Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { type NamedRows, selectionOf } from '../../platform/lists/selection.ts';
import { inTurn } from '../../platform/turns.ts';
import { getOwnOrganizer } from '../organizers/service.ts';
import { cleanDescription } from './clean-texts.ts';
import { settingColumns } from './core/columns.ts';
import { lifecycleOf } from './core/lifecycle.ts';
import { countStates, findChosenEvents, findEventPage, findTotals } from './list-queries.ts';
import {
  type EventBasics,
  type EventRecord,
  findEvent,
  findEventBasics,
  findEvents,
  insertEvent,
  type LockedEvent,
  lockEvents as lockEventRows,
} from './queries.ts';
import { makeStoredKeys } from './sealing.ts';

/** The address of the event's public page. */
export function eventPath(event: { id: number; slug: string; organizerSlug: string }): string {
  return `/${event.organizerSlug}/event/${event.id}/${event.slug}`;
}

function summary(event: EventRecord) {
  const { id, title, slug, status, startsAt, endsAt, timezone, currency, organizer, location, cover } = event;
  const { isOnline, venueName, city } = location;
  return {
    id,
    title,
    slug,
    status,
    timezone,
    currency,
    organizer,
    isOnline,
    venueName,
    city,
    cover,
    lifecycle: lifecycleOf(event, event.now),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    calledOffAt: event.calledOffAt?.toISOString() ?? null,
  };
}

/** An event as its organizer sees it, with the checklist of the caller. */
export function toDetail(ctx: Ctx, event: EventRecord): EventDetail {
  return {
    ...summary(event),
    version: event.version,
    description: event.description,
    location: event.location,
    settings: event.settings,
    hasSales: event.has.sales,
    publicPath: eventPath({ id: event.id, slug: event.slug, organizerSlug: event.organizer.slug }),
    checklist: {
      emailConfirmed: userOf(ctx.actor).emailConfirmed,
      hasTicket: event.has.ticket,
      hasCover: event.cover !== null,
      hasDescription: event.description !== '',
      isPublished: event.status === 'public',
      hasCheckInList: event.has.checkInList,
    },
    datedTickets: event.datedTickets,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  };
}

/** One event of the caller's account with its checklist; NOT_FOUND for any other. `tx` may be the pool. */
export async function getEvent(ctx: Ctx, eventId: number, tx: Tx | Db = ctx.db): Promise<EventDetail> {
  const event = await findEvent(tx, scopeOf(ctx.actor), eventId);
  if (!event) throw fail('NOT_FOUND');
  return toDetail(ctx, event);
}

/**
 * The scope of the caller's account, if the event belongs to it, and the facts that lists and files need. Without this
 * check, an empty list would hide that the event belongs to another account. NOT_FOUND. Locks nothing: see `lockEvent`
 * for changes. `tx` may be the pool.
 */
export async function requireEvent(
  ctx: Ctx,
  eventId: number,
  tx: Tx | Db = ctx.db,
): Promise<EventBasics & { scope: AccountScope }> {
  const scope = scopeOf(ctx.actor);
  const event = await findEventBasics(tx, scope, eventId);
  if (!event) throw fail('NOT_FOUND');
  return { ...event, scope };
}

/** A page of the account's events with stock and sales, and how many stand under each tab. */
export async function listEvents(
  ctx: Ctx,
  query: ListQuery,
): Promise<{ data: EventRow[]; meta: ListMeta; counts: Record<EventState, number> }> {
  const scope = scopeOf(ctx.actor);
  const { ids, meta } = await findEventPage(ctx.db, scope, query);
  const events = inOrderOf(ids, await findEvents(ctx.db, scope, ids));
  const totals = await findTotals(ctx.db, scope, ids);
  const data = events.map((event) => {
    const { ticketsSold = 0, ticketsTotal = 0, grossSales = 0 } = totals.get(event.id) ?? {};
    const { paidTotal = 0, refundedTotal = 0, lostToDisputes = 0 } = totals.get(event.id) ?? {};
    const money = { paidTotal, refundedTotal, lostToDisputes, grossSales };
    return { ...summary(event), ticketsSold, ticketsTotal, ...money };
  });
  return { data, meta, counts: await countStates(ctx.db, scope, organizersIn(query)) };
}

/** The organizers that a list is narrowed to; the tabs count theirs alone. */
function organizersIn({ filters }: ListQuery): number[] | null {
  const chosen = filters.filter(({ field }) => field === 'organizer_id');
  return chosen.length === 0 ? null : chosen.flatMap(({ value }) => value.split(',').map(Number));
}

/**
 * Adds a draft with its settings and the keys that will sign its tickets, and records it. It begins with the organizer's
 * currency and time zone unless others are given. Answers its id. The organizer
 * must be the account's own: NOT_FOUND, FORBIDDEN if the caller reaches only some of its events. VALIDATION_FAILED if the description is too long after it is cleaned.
 */
export async function addEvent(
  tx: Tx,
  ctx: Ctx,
  input: Omit<z.output<(typeof createEndpoint)['body']>, 'ticket' | 'publish'>,
): Promise<number> {
  const scope = scopeOf(ctx.actor);
  const keys = makeStoredKeys();
  const description = cleanDescription(input.description ?? '');
  const organizer = await getOwnOrganizer(ctx, input.organizerId, tx);
  const { title, timezone = organizer.timezone, currency = organizer.currency } = input;
  const id = await insertEvent(
    tx,
    scope,
    {
      organizer_id: organizer.id,
      title,
      slug: toSlug(title, 'event'),
      description,
      starts_at: input.startsAt,
      ends_at: input.endsAt,
      timezone,
      currency,
    },
    { ...(await newEventSettings(tx, scope)), ...settingColumns({ location: input.location }) },
    keys,
  );
  const after = {
    title,
    organizerId: organizer.id,
    startsAt: input.startsAt,
    endsAt: input.endsAt,
    timezone,
    currency,
  };
  await audit(tx, ctx, scope, { action: 'event.created', target: { type: 'event', id }, after });
  return id;
}

/**
 * Locks an event of the account (FOR NO KEY UPDATE, so that orders are not held up) until the transaction ends.
 * NOT_FOUND; EVENT_ARCHIVED unless archived ones are asked for as well.
 */
export async function lockEvent(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  options: { archivedToo?: boolean } = {},
): Promise<LockedEvent> {
  const [event] = await lockEventRows(tx, scope, [eventId]);
  if (!event) throw fail('NOT_FOUND');
  if (event.status === 'archived' && !options.archivedToo) throw fail('EVENT_ARCHIVED');
  return event;
}

/** Runs something in a transaction that holds an event's lock. NOT_FOUND, EVENT_ARCHIVED as `lockEvent`. */
export function inLockedEvent<T>(
  ctx: Ctx,
  eventId: number,
  run: (tx: Tx, scope: AccountScope, event: LockedEvent) => Promise<T>,
): Promise<T> {
  const scope = scopeOf(ctx.actor);
  return inTurn(ctx.db, [`event ${eventId}`], async (tx) =>
    run(tx, scope, await lockEvent(tx, scope, eventId)),
  );
}

/**
 * Locks chosen events of the account as `lockEvent` does, in the order of their ids, archived ones too, and answers
 * them. Skips ids of other accounts. VALIDATION_FAILED for a filter that does not parse.
 */
export async function lockChosenEvents(
  tx: Tx,
  scope: AccountScope,
  named: NamedRows,
): Promise<LockedEvent[]> {
  return lockEventRows(tx, scope, await findChosenEvents(tx, scope, selectionOf(named)));
}
