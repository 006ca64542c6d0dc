import type { Location } from '@entrada/contract/catalog/events';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { COVER_COLUMNS } from '../../platform/images/picture.ts';

/** What every reader of an event needs of its row `e`. */
export const EVENT_COLUMNS = [
  'e.id',
  'e.account_id',
  'e.organizer_id',
  'e.title',
  'e.slug',
  'e.status',
  'e.starts_at',
  'e.ends_at',
  'e.effective_end',
  'e.timezone',
  'e.currency',
  'e.called_off_at',
  'e.moved_at',
  'e.moved_from',
  'e.moved_from_place',
  'e.returns_until',
] as const;

/**
 * Events `e` with their settings `s`, organizer `o` and cover `i`: the public facts, with the database's time. A reader
 * adds the settings and private fields that it needs. Public pages never read these.
 */
export const eventsWithPlace = (tx: Tx | Db) =>
  tx
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoin('event_settings as s', 's.event_id', 'e.id')
    .leftJoin('images as i', (join) => join.onRef('i.event_id', '=', 'e.id').on('i.type', '=', 'EVENT_COVER'))
    .select([
      ...EVENT_COLUMNS,
      'e.description',
      'e.updated_at',
      'o.name as organizer_name',
      'o.slug as organizer_slug',
      's.is_online',
      's.venue_name',
      's.address_line_1',
      's.address_line_2',
      's.city',
      's.region',
      's.postal_code',
      's.country',
      's.map_url',
      ...COVER_COLUMNS,
      sql<Date>`app.now()`.as('now'),
    ]);

type PlaceRow = Pick<
  Awaited<ReturnType<ReturnType<typeof eventsWithPlace>['execute']>>[number],
  | 'is_online'
  | 'venue_name'
  | 'address_line_1'
  | 'address_line_2'
  | 'city'
  | 'region'
  | 'postal_code'
  | 'country'
  | 'map_url'
>;

/** The location without the online details, which only buyers see. */
export function placeOf(row: PlaceRow): Omit<Location, 'onlineDetails'> {
  return {
    isOnline: row.is_online,
    venueName: row.venue_name,
    addressLine1: row.address_line_1,
    addressLine2: row.address_line_2,
    city: row.city,
    region: row.region,
    postalCode: row.postal_code,
    country: row.country,
    mapUrl: row.map_url,
  };
}
