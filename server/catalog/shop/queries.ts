import { type PublicOrganizer, publicEventListRules } from '@entrada/contract/catalog/shop';
import type { ListFilter, ListMeta, ListQuery, ListRules } from '@entrada/contract/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { failFields } from '../../platform/errors.ts';
import { COVER_COLUMNS, coverOf } from '../../platform/images/picture.ts';
import { findPage } from '../../platform/lists/page.ts';
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
    ])
    .where('e.id', 'in', eventIds.length > 0 ? [...eventIds] : [0])
    .execute();
}

const IS_LIVE = sql`e.effective_end > app.now()`;
const STATES: Record<string, RawBuilder<unknown>> = {
  upcoming: IS_LIVE,
  past: sql`e.effective_end <= app.now()`,
};

function stateFilter({ field, operator, value }: ListFilter): RawBuilder<unknown> {
  const state = Object.hasOwn(STATES, value) ? STATES[value] : undefined;
  if (state) return state;
  throw failFields([
    { path: `filter_fields[${field}][${operator}]`, code: 'invalid_choice', allowed: Object.keys(STATES) },
  ]);
}

/** One page of published events: of one organizer, or all that are not over. */
export function findPublicPage(
  tx: Tx | Db,
  organizerId: number | null,
  query: ListQuery,
): Promise<{ ids: number[]; meta: ListMeta }> {
  const rules: ListRules =
    organizerId === null ? { ...publicEventListRules, filters: {} } : publicEventListRules;
  return findPage(
    tx,
    rules,
    {
      from: sql`app.events e`,
      where: [
        sql`e.status = 'public'`,
        organizerId === null ? IS_LIVE : sql`e.organizer_id = ${organizerId}`,
      ],
      id: sql`e.id`,
      sorts: { starts_at: sql`e.starts_at` },
      filters: { state: stateFilter },
      search: sql`e.search`,
    },
    query,
  );
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
