import type { EventDetail, updateEvent as updateEndpoint } from '@entrada/contract/catalog/events';
import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import { type TicketDates, usualTicketDates } from '@entrada/contract/catalog/policies/ticket-dates';
import { toSlug } from '@entrada/contract/slug';
import type { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { auditAll, saveChange } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { cleanDescription, withCleanTexts } from './clean-texts.ts';
import { settingColumns } from './core/columns.ts';
import { findEmptyStep } from './core/policy.ts';
import { moveAmounts } from './currency.ts';
import { type EventRecord, findEvent, updateEventRow } from './queries.ts';
import { lockEvent, toDetail } from './service.ts';
import { findBrokenBound, measureMove, moveTicketDates } from './ticket-date-queries.ts';

/**
 * Changes the given fields and records them. NOT_FOUND; EVENT_ARCHIVED; STALE_VERSION with params.version if the event
 * was changed meanwhile; VALIDATION_FAILED if the end would not be after the start, if a formatted text is too long after
 * it is cleaned, if a ticket's own dates would lie outside the event, or if no moment would belong to a step of its own by
 * which tickets are given back; CURRENCY_LOCKED and VALIDATION_FAILED for another currency as `moveAmounts`. Tickets' own dates move with its start or stay, as `ticketDates` or `usualTicketDates`
 * says. Locks the event.
 */
export async function updateEvent(
  ctx: Ctx,
  eventId: number,
  input: z.output<(typeof updateEndpoint)['body']>,
): Promise<EventDetail> {
  const scope = scopeOf(ctx.actor);
  const { settings, description: text } = input;
  const clean = {
    ...input,
    ...(text !== undefined && { description: cleanDescription(text) }),
    ...(settings && { settings: withCleanTexts(settings) }),
  };
  const change = { action: 'event.updated', target: { type: 'event', id: eventId }, auditable };
  const saved = await saveChange(ctx, scope, change, (tx) => changeWithin(tx, ctx, eventId, clean));
  return toDetail(ctx, saved);
}

/**
 * The same in the caller's transaction, which records it. Its texts are clean already. Answers the event before and after.
 */
export async function changeWithin(
  tx: Tx,
  ctx: Ctx,
  eventId: number,
  input: z.output<(typeof updateEndpoint)['body']>,
): Promise<{ before: EventRecord; after: EventRecord }> {
  const scope = scopeOf(ctx.actor);
  const { version, location, settings: changedSettings, ticketDates, description, ...given } = input;
  const locked = await lockEvent(tx, scope, eventId);
  expectVersion(version, locked.version);
  const before = await findEvent(tx, scope, eventId);
  if (!before) throw fail('NOT_FOUND');
  const startsAt = given.startsAt === undefined ? before.startsAt : new Date(given.startsAt);
  const endsAt = given.endsAt === undefined ? before.endsAt : given.endsAt && new Date(given.endsAt);
  if (endsAt && endsAt <= startsAt) throw failFields([{ path: 'endsAt', code: 'must_be_after_start' }]);
  const values = {
    ...(given.title !== undefined && { title: given.title, slug: toSlug(given.title, 'event') }),
    ...(description !== undefined && { description }),
    ...(given.timezone !== undefined && { timezone: given.timezone }),
    ...(given.currency !== undefined && { currency: given.currency }),
    starts_at: startsAt,
    ends_at: endsAt,
  };
  if (changedSettings?.giveBack)
    requireRoom(changedSettings.giveBack, { startsAt, timezone: given.timezone ?? before.timezone });
  if (given.currency !== undefined && given.currency !== before.currency)
    await moveAmounts(tx, scope, eventId, { from: before.currency, to: given.currency });
  await updateEventRow(tx, scope, eventId, {
    values,
    settings: settingColumns({ location, settings: changedSettings }),
    isEdit: true,
  });
  const after = await findEvent(tx, scope, eventId);
  if (!after) throw fail('NOT_FOUND');
  const hasMoved = await moveTickets(ctx, tx, { from: before, to: after }, ticketDates);
  return { before, after: (hasMoved && (await findEvent(tx, scope, eventId))) || after };
}

/** VALIDATION_FAILED if no moment would belong to one of these steps, because the one before it ends no earlier. */
function requireRoom(steps: readonly GiveBackStep[], event: { startsAt: Date; timezone: string }): void {
  const place = findEmptyStep(steps, event);
  if (place !== null)
    throw failFields([{ path: `settings.giveBack.${place}.until`, code: 'not_after_before' }]);
}

/**
 * Moves the tickets' own dates with their event, records it, and answers whether any have changed. VALIDATION_FAILED if
 * the event does not hold them.
 */
async function moveTickets(
  ctx: Ctx,
  tx: Tx,
  move: { from: EventRecord; to: EventRecord },
  wanted: TicketDates | undefined,
): Promise<boolean> {
  const scope = scopeOf(ctx.actor);
  const { to } = move;
  if (to.datedTickets.length === 0) return false;
  const dates = wanted ?? usualTicketDates(await measureMove(tx, move));
  const moved = await moveTicketDates(tx, scope, to.id, move, dates);
  const bound = await findBrokenBound(tx, scope, to.id);
  if (bound) throw failFields([{ path: bound, code: 'tickets_outside' }]);
  const entries = moved.map(({ id, before, after }) => ({
    action: 'ticket.updated',
    target: { type: 'ticket', id },
    before,
    after,
  }));
  await auditAll(tx, ctx, scope, entries);
  return moved.length > 0;
}

const auditable = ({
  title,
  description,
  startsAt,
  endsAt,
  timezone,
  currency,
  location,
  settings,
}: EventRecord) => ({
  title,
  description,
  startsAt,
  endsAt,
  timezone,
  currency,
  ...location,
  ...settings,
});
