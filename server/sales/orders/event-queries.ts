import type { PageColors } from '@entrada/contract/catalog/designs';
import type { Location } from '@entrada/contract/catalog/events';
import type { Cover } from '@entrada/contract/images';
import { sql } from 'kysely';
import { colorsOf } from '../../catalog/events/core/colors.ts';
import { eventsWithPlace, placeOf } from '../../catalog/events/projection-queries.ts';
import { arrayText } from '../../db/array-text.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { coverOf, type LogoRow, type MailLogo, mailLogoOf } from '../../platform/images/picture.ts';

/** The part of an event that a ticket is for, and when the ticket was changed last. */
export type TicketDates = { startsAt: Date; endsAt: Date; updatedAt: Date };

/** The facts of an event that documents and the checkout show. */
export type EventFacts = {
  id: number;
  accountId: number;
  title: string;
  slug: string;
  status: string;
  description: string;
  startsAt: Date;
  endsAt: Date | null;
  /** When it counts as over: its end, or some hours after its start. */
  effectiveEnd: Date;
  timezone: string;
  updatedAt: Date;
  /** Since when it is called off; null if it takes place. */
  calledOffAt: Date | null;
  /** When it was moved last, and the place that it had before. */
  movedAt: Date | null;
  movedFromPlace: string | null;
  /** Until when what was bought before it was called off or moved can be given back for all that was paid. */
  returnsUntil: Date | null;
  /** The database's clock when this was read. */
  readAt: Date;
  location: Location;
  organizer: { name: string; slug: string; email: string };
  cover: Cover | null;
  /** The organizer's logo, or else the account's. */
  logo: MailLogo | null;
  colors: PageColors | null;
  supportEmail: string;
  emailFooter: string;
  notifyOrganizer: boolean;
  preCheckoutMessage: string;
  postCheckoutMessage: string;
  attendeeDetails: 'per_ticket' | 'per_order';
  orderTimeoutMinutes: number;
  priceDisplay: 'inclusive' | 'exclusive';
  cardPayments: boolean;
  offlinePayments: boolean;
  /** Sanitized HTML. */
  offlineInstructions: string;
  offlineDays: number;
  /** The tickets that are for a part of the event only, by their ids. */
  ticketDates: ReadonlyMap<number, TicketDates>;
  /** Whether the event asks its buyers anything. The questions are read only then. */
  hasQuestions: boolean;
};

/** The event of the order behind a link. Null if there is no such order. */
export async function findEventIdOf(db: Db, shortId: string): Promise<number | null> {
  const row = await db
    .selectFrom('orders')
    .select('event_id')
    .where('short_id', '=', shortId)
    .executeTakeFirst();
  return row?.event_id ?? null;
}

/** Whether the event of an order is called off. */
export async function isCalledOff(tx: Tx | Db, { eventId }: { eventId: number }): Promise<boolean> {
  const row = await tx
    .selectFrom('events')
    .select('called_off_at')
    .where('id', '=', eventId)
    .executeTakeFirst();
  return row?.called_off_at != null;
}

/**
 * Whether a column holds the event of an order behind one of these links. The events are found first and once, whatever the
 * planner knows of the tables: a join could look for the orders anew for each event.
 */
export const isEventBehind = (
  column: string,
  shortIds: readonly string[],
) => sql<boolean>`${sql.ref(column)} = any(array(
  select distinct o.event_id from app.orders o where o.short_id = any(${arrayText(shortIds)}::text[])))`;

const selectFacts = (tx: Tx | Db) =>
  eventsWithPlace(tx)
    .selectAll('s')
    .select('o.email as organizer_email')
    .select(
      sql<boolean>`exists (select from app.questions q
        where q.event_id = e.id and not q.deleted and not q.hidden)`.as('has_questions'),
    )
    .select(
      sql<LogoRow | null>`(
        select json_build_object('file_key', l.file_key, 'widths', l.widths, 'width', l.width, 'height', l.height,
          'alt', l.alt, 'mail_width', l.mail_width)
        from app.images l
        where l.organizer_id = e.organizer_id or (l.account_id = e.account_id and l.type = 'ACCOUNT_LOGO')
        order by l.type = 'ACCOUNT_LOGO' limit 1)`.as('logo'),
    )
    .select(
      sql<Record<string, [string, string, string]> | null>`(
        select json_object_agg(t.id, json_build_array(t.own_starts_at, t.own_ends_at, t.updated_at)) from app.tickets t
        where t.event_id = e.id and t.own_starts_at is not null)`.as('ticket_dates'),
    );

/** An event with settings, organizer and cover, by its public number and whatever its status. Null if there is none. */
export async function findEventFacts(tx: Tx | Db, eventId: number): Promise<EventFacts | null> {
  const row = await selectFacts(tx).where('e.id', '=', eventId).executeTakeFirst();
  return row ? toFacts(row) : null;
}

/** The same of the events of some orders, by the events' ids. */
export async function findEventsBehind(
  tx: Tx | Db,
  shortIds: readonly string[],
): Promise<Map<number, EventFacts>> {
  const rows = await selectFacts(tx).where(isEventBehind('e.id', shortIds)).execute();
  return new Map(rows.map((row) => [row.id, toFacts(row)]));
}

function toFacts(row: Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number]): EventFacts {
  return {
    id: row.id,
    accountId: row.account_id,
    title: row.title,
    slug: row.slug,
    status: row.status,
    description: row.description,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    effectiveEnd: row.effective_end,
    timezone: row.timezone,
    updatedAt: row.updated_at,
    calledOffAt: row.called_off_at,
    movedAt: row.moved_at,
    movedFromPlace: row.moved_from_place,
    returnsUntil: row.returns_until,
    readAt: row.now,
    location: { ...placeOf(row), onlineDetails: row.online_details },
    organizer: { name: row.organizer_name, slug: row.organizer_slug, email: row.organizer_email },
    cover: coverOf(row),
    logo: mailLogoOf(row.logo),
    colors: colorsOf(row),
    supportEmail: row.support_email,
    emailFooter: row.email_footer,
    notifyOrganizer: row.notify_organizer,
    preCheckoutMessage: row.pre_checkout_message,
    postCheckoutMessage: row.post_checkout_message,
    attendeeDetails: row.attendee_details as EventFacts['attendeeDetails'],
    orderTimeoutMinutes: row.order_timeout_minutes,
    priceDisplay: row.price_display as EventFacts['priceDisplay'],
    cardPayments: row.card_payments,
    offlinePayments: row.offline_payments,
    offlineInstructions: row.offline_instructions,
    offlineDays: row.offline_days,
    ticketDates: new Map(
      Object.entries(row.ticket_dates ?? {}).map(([id, [startsAt, endsAt, updatedAt]]) => [
        Number(id),
        { startsAt: new Date(startsAt), endsAt: new Date(endsAt), updatedAt: new Date(updatedAt) },
      ]),
    ),
    hasQuestions: row.has_questions,
  };
}

/** The language of the account's owner, for mails to organizers. */
export async function findOwnerLocale(tx: Tx | Db, scope: AccountScope): Promise<string | null> {
  const row = await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.locale')
    .where('m.account_id', '=', scope.accountId)
    .where('m.role', '=', 'owner')
    .executeTakeFirst();
  return row?.locale ?? null;
}

/** The support address of an event; null if it has none. */
export async function findSupportAddress(
  tx: Tx | Db,
  scope: AccountScope,
  eventId: number,
): Promise<string | null> {
  const row = await tx
    .selectFrom('event_settings')
    .select('support_email')
    .where('account_id', '=', scope.accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.support_email || null;
}
