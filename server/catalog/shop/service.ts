import type { GiveBackUnit } from '@entrada/contract/catalog/policies/give-back';
import type {
  PromoRefusal,
  PublicEvent,
  PublicEventCard,
  PublicOrganizer,
  PublicPromo,
} from '@entrada/contract/catalog/shop';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import { roleMay } from '@entrada/contract/permissions';
import { type Ctx, scopeOf, scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { coverOf } from '../../platform/images/picture.ts';
import { inOrderOf } from '../../platform/lists/page.ts';
import { doesReachEvent } from '../../platform/reach/queries.ts';
import { colorsOf } from '../events/core/colors.ts';
import { lifecycleOf } from '../events/core/lifecycle.ts';
import { showPolicy } from '../events/core/policy.ts';
import { saleEndOf } from '../events/core/standing.ts';
import { placeOf } from '../events/projection-queries.ts';
import { eventPath } from '../events/service.ts';
import type { Demand } from '../inventory/core/demand.ts';
import { type PromoForSale, promoRefusal } from '../promo-codes/core/promo.ts';
import { findPromoForSale } from '../promo-codes/sale-queries.ts';
import { findTicketsForSale } from '../tickets/sale-queries.ts';
import { ticketWithoutOwn, withoutOwn } from './core/own-hold.ts';
import { cardSale, publicTickets, toPublicPromo } from './core/public-view.ts';
import {
  findDirectoryPage,
  findOrganizerPage,
  findPublicOrganizer,
  findPublicPlaces,
  findPublicRows,
  type PublicEventRow,
} from './queries.ts';

const momentOf = ({ now, called_off_at: calledOffAt, effective_end: effectiveEnd }: PublicEventRow) => ({
  now,
  eventEnd: saleEndOf({ calledOffAt, effectiveEnd }, now),
});

function summary(row: PublicEventRow) {
  const times = { startsAt: row.starts_at, endsAt: row.ends_at };
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    path: eventPath({ id: row.id, slug: row.slug, organizerSlug: row.organizer_slug }),
    lifecycle: lifecycleOf(times, row.now),
    isCalledOff: row.called_off_at !== null,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    timezone: row.timezone,
    currency: row.currency,
    cover: coverOf(row),
  };
}

async function cards(
  ctx: Ctx,
  { ids, meta }: { ids: number[]; meta: ListMeta },
): Promise<{ data: PublicEventCard[]; meta: ListMeta }> {
  const rows = inOrderOf(ids, await findPublicRows(ctx.db, ids));
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  const tickets: Awaited<ReturnType<typeof findTicketsForSale>> = [];
  for (const [accountId, own] of byAccount) {
    const eventIds = own.map((row) => row.id);
    tickets.push(...(await findTicketsForSale(ctx.db, scopeOfRow({ accountId }), eventIds)));
  }
  const data = rows.map((row) => ({
    ...summary(row),
    isOnline: row.is_online,
    venueName: row.venue_name,
    city: row.city,
    colors: colorsOf(row),
    organizer: { id: row.organizer_id, name: row.organizer_name, slug: row.organizer_slug },
    ...cardSale(
      publicTickets(
        tickets.filter((ticket) => ticket.eventId === row.id),
        { moment: momentOf(row), promo: null, showAvailableCount: false },
      ),
    ),
  }));
  return { data, meta };
}

/** Published events of this installation that are not over. Days are those of each event's time zone. */
export async function listPublicEvents(
  ctx: Ctx,
  query: ListQuery,
): Promise<{ data: PublicEventCard[]; meta: ListMeta }> {
  return cards(ctx, await findDirectoryPage(ctx.db, query));
}

/** The cities of the published events that are not over, most events first, and how many events are online. */
export const listPublicPlaces = (ctx: Ctx) => findPublicPlaces(ctx.db);

/** Published events of one organizer. NOT_FOUND. */
export async function listOrganizerEvents(
  ctx: Ctx,
  organizerId: number,
  query: ListQuery,
): Promise<{ data: PublicEventCard[]; meta: ListMeta }> {
  if (!(await findPublicOrganizer(ctx.db, { id: organizerId }))) throw fail('NOT_FOUND');
  return cards(ctx, await findOrganizerPage(ctx.db, organizerId, query));
}

/** An organizer by the address of its page. NOT_FOUND. */
export async function getPublicOrganizer(ctx: Ctx, slug: string): Promise<PublicOrganizer> {
  const organizer = /^[a-z0-9-]+$/.test(slug) ? await findPublicOrganizer(ctx.db, { slug }) : null;
  if (!organizer) throw fail('NOT_FOUND');
  return organizer;
}

/** Members of the account who reach an unpublished event see it as a preview. For everybody else it does not exist. */
async function mayPreview({ actor, db }: Ctx, { id, account_id }: PublicEventRow): Promise<boolean> {
  if (actor.kind !== 'user' || actor.accountId !== account_id) return false;
  return roleMay(actor.role, 'events.read') && doesReachEvent(db, scopeOf(actor), id);
}

async function findVisible(ctx: Ctx, eventId: number): Promise<PublicEventRow> {
  const [row] = await findPublicRows(ctx.db, [eventId]);
  if (!row || (row.status !== 'public' && !(await mayPreview(ctx, row)))) throw fail('NOT_FOUND');
  return row;
}

type PromoLook = { promo: PromoForSale; refusal: null } | { promo: null; refusal: PromoRefusal };

/** The promo code if it can be used now, or else why it cannot. */
async function lookAtPromo(ctx: Ctx, row: PublicEventRow, code: string, own: Demand): Promise<PromoLook> {
  const found = await findPromoForSale(ctx.db, scopeOfRow({ accountId: row.account_id }), row.id, code);
  if (!found) return { promo: null, refusal: 'PROMO_CODE_INVALID' };
  const promo = withoutOwn(own)(found);
  const refusal = promoRefusal(promo, row.now);
  return refusal ? { promo: null, refusal } : { promo, refusal };
}

/** What nobody holds. */
const NOTHING: Demand = new Map();

/** What buyers may do by themselves, as a hold would keep it now. */
const policyOf = (row: PublicEventRow) =>
  showPolicy(
    {
      steps: row.steps,
      names: row.correct_names
        ? {
            before: row.correct_names_before,
            unit: row.correct_names_unit as GiveBackUnit,
            later: row.names_later && row.attendee_details === 'per_ticket',
          }
        : null,
      passOn: row.pass_on ? { before: row.pass_on_before, unit: row.pass_on_unit as GiveBackUnit } : null,
      startsAt: row.starts_at.toISOString(),
      timezone: row.timezone,
    },
    { startsAt: row.starts_at, offeredAt: row.now },
  );

/**
 * The public page's data. `own` are the units that the visitor's own order holds; they count as free. Hidden tickets
 * and prices are left out; a code that can be used now opens the tickets that need it, any other changes nothing.
 * NOT_FOUND, also for an unpublished event unless a member of its account asks.
 */
export async function getPublicEvent(
  ctx: Ctx,
  eventId: number,
  promoCode: string | null,
  own: Demand = NOTHING,
): Promise<Omit<PublicEvent, 'hold'>> {
  const row = await findVisible(ctx, eventId);
  const organizer = await findPublicOrganizer(ctx.db, { id: row.organizer_id });
  if (!organizer) throw fail('NOT_FOUND');
  const { promo } = promoCode === null ? { promo: null } : await lookAtPromo(ctx, row, promoCode, own);
  const tickets = await findTicketsForSale(ctx.db, scopeOfRow({ accountId: row.account_id }), [eventId]);
  return {
    ...summary(row),
    isPreview: row.status !== 'public',
    movedFrom: row.moved_from?.toISOString() ?? null,
    movedFromPlace: row.moved_from_place,
    description: row.description,
    location: placeOf(row),
    organizer,
    settings: {
      priceDisplay: row.price_display as PublicEvent['settings']['priceDisplay'],
      orderTimeoutMinutes: row.order_timeout_minutes,
      continueButtonText: row.continue_button_text,
      supportEmail: row.support_email,
      colors: colorsOf(row),
      background: row.background_type as PublicEvent['settings']['background'],
      widgetAutoResize: row.widget_auto_resize,
      hideIntroduction: row.hide_introduction,
      seoTitle: row.seo_title,
      seoDescription: row.seo_description,
      seoKeywords: row.seo_keywords,
      allowIndexing: row.allow_indexing,
      policy: policyOf(row),
    },
    tickets: publicTickets(tickets.map(ticketWithoutOwn(own)), {
      moment: momentOf(row),
      promo,
      showAvailableCount: row.show_available_count,
    }),
    promo: promo && toPublicPromo(promo),
  };
}

/**
 * Whether a code can be used now, and if not, why. All unknown codes get one answer. `own` and NOT_FOUND as for
 * `getPublicEvent`.
 */
export async function validatePromoCode(
  ctx: Ctx,
  eventId: number,
  code: string,
  own: Demand = NOTHING,
): Promise<{ valid: boolean; promo: PublicPromo | null; refusal: PromoRefusal | null }> {
  const { promo, refusal } = await lookAtPromo(ctx, await findVisible(ctx, eventId), code, own);
  return { valid: promo !== null, promo: promo && toPublicPromo(promo), refusal };
}
