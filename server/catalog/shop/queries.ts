import { directoryRules, type PublicOrganizer, publicEventListRules } from '@entrada/contract/catalog/shop';
import { type DirectoryDays, ONLINE_PLACE } from '@entrada/contract/constants';
import type { ListFilter, ListMeta, ListQuery } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { failFields } from '../../platform/errors.ts';
import { COVER_COLUMNS, coverOf } from '../../platform/images/picture.ts';
import { findPage } from '../../platform/lists/page.ts';
import { STEPS_OF_EVENT } from '../events/policy-queries.ts';
import { eventsWithPlace } from '../events/projection-queries.ts';

/** The public facts of an event, with the columns of its cover. Private fields are not even read. */
export type PublicEventRow = Awaited<ReturnType<typeof findPublicRows>>[number];

/** Events by their public numbers, whatever their status; the caller decides who may see them. */
export function findPublicRows(tx: Tx | Db, eventIds: readonly number[]) {
  return eventsWithPlace(tx)
    .select([
      's.order_timeout_minutes',
      's.price_display',
      's.show_available_count',
      's.continue_button_text',
      's.support_email',
      's.background_type',
      's.widget_auto_resize',
      's.color_page',
      's.color_text',
      's.color_button',
      's.color_button_text',
      's.hide_introduction',
      's.seo_title',
      's.seo_description',
      's.seo_keywords',
      's.allow_indexing',
      's.correct_names',
      's.correct_names_before',
      's.correct_names_unit',
      's.names_later',
      's.attendee_details',
      's.pass_on',
      's.pass_on_before',
      's.pass_on_unit',
      STEPS_OF_EVENT.as('steps'),
    ])
    .where('e.id', 'in', eventIds.length > 0 ? [...eventIds] : [0])
    .execute();
}

const IS_LIVE = sql`e.effective_end > app.now()`;
/** What was called off stays on its own page and its organizer's, but is not what people look for. */
const TAKES_PLACE = sql`e.called_off_at is null`;
const STATES: Record<string, RawBuilder<unknown>> = {
  upcoming: IS_LIVE,
  past: sql`e.effective_end <= app.now()`,
};

function choose<T extends string>(
  { field, operator, value }: ListFilter,
  choices: Record<T, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  if (Object.hasOwn(choices, value)) return choices[value as T];
  throw failFields([
    { path: `filter_fields[${field}][${operator}]`, code: 'invalid_choice', allowed: Object.keys(choices) },
  ]);
}

const TODAY = sql`(app.now() at time zone e.timezone)::date`;
/** An event is on these days if it begins on the last of them or before, and is not over when they begin. */
const onDays = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`(e.starts_at at time zone e.timezone)::date <= ${last} and (e.effective_end at time zone e.timezone) > ${first}`;
/** Friday to Sunday; on a Saturday or Sunday the rest of them. */
const FRIDAY = sql`(${TODAY} + greatest(0, 5 - extract(isodow from ${TODAY})::int))`;
const SUNDAY = sql`(${TODAY} + 7 - extract(isodow from ${TODAY})::int)`;
const DAYS: Record<DirectoryDays, RawBuilder<unknown>> = {
  today: onDays(TODAY, TODAY),
  weekend: onDays(FRIDAY, SUNDAY),
  week: onDays(TODAY, sql`(${TODAY} + 6)`),
  month: onDays(TODAY, sql`(${TODAY} + 29)`),
};

const SEARCHED = sql`x.search`;

/** One page of the published events of an organizer. */
export function findOrganizerPage(
  tx: Tx | Db,
  organizerId: number,
  query: ListQuery,
): Promise<{ ids: number[]; meta: ListMeta }> {
  return findPage(
    tx,
    publicEventListRules,
    {
      from: sql`app.events e join app.event_texts x on x.event_id = e.id`,
      where: [sql`e.status = 'public'`, sql`e.organizer_id = ${organizerId}`],
      id: sql`e.id`,
      sorts: { starts_at: sql`e.starts_at` },
      filters: { state: (filter) => choose(filter, STATES) },
      search: SEARCHED,
    },
    query,
  );
}

/** One page of all published events that are not over. */
export function findDirectoryPage(tx: Tx | Db, query: ListQuery): Promise<{ ids: number[]; meta: ListMeta }> {
  return findPage(
    tx,
    directoryRules,
    {
      from: sql`app.events e join app.event_texts x on x.event_id = e.id`,
      where: [sql`e.status = 'public'`, TAKES_PLACE, IS_LIVE],
      id: sql`e.id`,
      sorts: { starts_at: sql`e.starts_at` },
      filters: {
        days: (filter) => choose(filter, DAYS),
        place: ({ value }) =>
          value === ONLINE_PLACE
            ? sql`exists (select from app.event_settings s where s.event_id = e.id and s.is_online)`
            : sql`x.city = app.fold(btrim(${value}))`,
      },
      search: SEARCHED,
    },
    query,
  );
}

const CITIES_LISTED = 200;

/** The cities of the published events that are not over, each in its most frequent spelling, and how many are online. */
export async function findPublicPlaces(
  tx: Tx | Db,
): Promise<{ cities: { city: string; events: number }[]; onlineEvents: number }> {
  const { rows } = await sql<{ city: string | null; events: number }>`
    select case when s.is_online then null else mode() within group (order by btrim(s.city)) end as city,
      count(*)::int as events
    from app.events e
    join app.event_settings s on s.event_id = e.id
    join app.event_texts x on x.event_id = e.id
    where e.status = 'public' and ${TAKES_PLACE} and ${IS_LIVE} and (s.is_online or x.city <> '')
    group by s.is_online, x.city order by events desc, city limit ${CITIES_LISTED}`.execute(tx);
  return {
    cities: rows.flatMap(({ city, events }) => (city === null ? [] : [{ city, events }])),
    onlineEvents: rows.find(({ city }) => city === null)?.events ?? 0,
  };
}

/** An organizer by its number or by the address of its page, with how many published events it has. */
export async function findPublicOrganizer(
  tx: Tx | Db,
  by: { id: number } | { slug: string },
): Promise<PublicOrganizer | null> {
  const row = await tx
    .selectFrom('organizers as o')
    .leftJoin('images as i', 'i.organizer_id', 'o.id')
    .select(['o.id', 'o.slug', 'o.name', 'o.description', 'o.website', 'o.email', ...COVER_COLUMNS])
    .select(
      sql<number>`(select count(*) from app.events e where e.organizer_id = o.id and e.status = 'public')`.as(
        'eventCount',
      ),
    )
    .where((eb) =>
      'id' in by
        ? eb('o.id', '=', by.id)
        : eb.or([
            eb('o.slug', '=', by.slug),
            // Finds the present address of an organizer by a former one. No other organizer may have taken the former
            // one.
            eb(
              'o.id',
              'in',
              eb.selectFrom('organizer_old_slugs').select('organizer_id').where('slug', '=', by.slug),
            ),
          ]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { id, slug, name, description, website, email, eventCount } = row;
  return { id, slug, name, description, website, email, eventCount, logo: coverOf(row) };
}
