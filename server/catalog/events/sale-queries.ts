import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { EVENT_COLUMNS } from './projection-queries.ts';

/** The facts of an event on which its sales depend. Times are instants. */
export type EventForSale = {
  id: number;
  accountId: number;
  organizerId: number;
  title: string;
  slug: string;
  status: 'draft' | 'public' | 'archived';
  startsAt: Date;
  endsAt: Date | null;
  /** When it is over: its end, or 24 hours after its start. */
  effectiveEnd: Date;
  calledOffAt: Date | null;
  timezone: string;
  currency: string;
  catalogVersion: number;
  settings: {
    orderTimeoutMinutes: number;
    attendeeDetails: 'per_ticket' | 'per_order';
    priceDisplay: 'inclusive' | 'exclusive';
    showAvailableCount: boolean;
    cardPayments: boolean;
    offlinePayments: boolean;
  };
};

/** An event by its public number, with the database's time. Needs no account scope, because any visitor may read it. */
export async function findEventForSale(
  tx: Tx | Db,
  eventId: number,
): Promise<{ now: Date; event: EventForSale } | null> {
  const row = await tx
    .selectFrom('events as e')
    .innerJoin('event_settings as s', 's.event_id', 'e.id')
    .select([
      ...EVENT_COLUMNS,
      'e.catalog_version',
      's.order_timeout_minutes',
      's.attendee_details',
      's.price_display',
      's.show_available_count',
      's.card_payments',
      's.offline_payments',
      sql<Date>`app.now()`.as('now'),
    ])
    .where('e.id', '=', eventId)
    .executeTakeFirst();
  if (!row) return null;
  const event: EventForSale = {
    id: row.id,
    accountId: row.account_id,
    organizerId: row.organizer_id,
    title: row.title,
    slug: row.slug,
    status: row.status as EventForSale['status'],
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    effectiveEnd: row.effective_end,
    calledOffAt: row.called_off_at,
    timezone: row.timezone,
    currency: row.currency,
    catalogVersion: row.catalog_version,
    settings: {
      orderTimeoutMinutes: row.order_timeout_minutes,
      attendeeDetails: row.attendee_details as EventForSale['settings']['attendeeDetails'],
      priceDisplay: row.price_display as EventForSale['settings']['priceDisplay'],
      showAvailableCount: row.show_available_count,
      cardPayments: row.card_payments,
      offlinePayments: row.offline_payments,
    },
  };
  return { now: row.now, event };
}
