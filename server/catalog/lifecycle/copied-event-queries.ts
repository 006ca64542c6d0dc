import type { CopyPart } from '@entrada/contract/catalog/lifecycle';
import { toSlug } from '@entrada/contract/slug';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { type DateShift, movedDate, movedEnd } from '../../db/fragments.ts';
import type { AccountScope } from '../../platform/context.ts';
import { newShortId } from '../../platform/secrets.ts';
import { LOCATION_COLUMNS } from '../events/core/columns.ts';
import { copyRows, type Ids, newIds } from './copy-queries.ts';

type Copy = { from: number; to: number; copy: Record<CopyPart, boolean>; shift: DateShift };

const fresh = { created_at: sql`app.now()`, updated_at: sql`app.now()` };

const window = (start: string, end: string, shift: DateShift) => ({
  [start]: movedDate(`s.${start}`, shift),
  [end]: movedEnd(`s.${start}`, `s.${end}`, shift),
});

/** Copies the chosen parts of an event's catalogue to an event that has none of them. */
export async function copyCatalog(
  tx: Tx,
  scope: AccountScope,
  { from, to, copy, shift }: Copy,
): Promise<void> {
  const event = { event_id: sql`${to}::bigint` };
  const counters = async (kind: 'price' | 'capacity' | 'promo'): Promise<Ids> => {
    const ids = await newIds(tx, scope, { table: 'counters', eventId: from, where: sql`s.kind = ${kind}` });
    const set = { ...event, ceiling: sql`s.quantity`, sold: sql`0`, reserved: sql`0` };
    await copyRows(tx, scope, { table: 'counters', ids, set });
    return ids;
  };
  const tickets = copy.tickets
    ? await newIds(tx, scope, { table: 'tickets', eventId: from })
    : { old: [], new: [] };
  const ofTicket = { ticket_id: tickets };

  if (copy.tickets) {
    const dates = window('sale_starts_at', 'sale_ends_at', shift);
    await copyRows(tx, scope, {
      table: 'tickets',
      ids: tickets,
      set: {
        ...event,
        ...fresh,
        ...dates,
        ...window('own_starts_at', 'own_ends_at', shift),
        version: sql`1`,
      },
    });
    const refs = { ...ofTicket, counter_id: await counters('price') };
    const prices = await newIds(tx, scope, { table: 'ticket_prices', eventId: from });
    const set = { ...event, ...dates, created_at: fresh.created_at };
    await copyRows(tx, scope, { table: 'ticket_prices', ids: prices, refs, set });
  }
  if (copy.taxesAndFees)
    await copyRows(tx, scope, { table: 'ticket_taxes_and_fees', refs: ofTicket, set: {} });
  if (copy.capacity) {
    const ids = await newIds(tx, scope, { table: 'capacity_assignments', eventId: from });
    const refs = { counter_id: await counters('capacity') };
    const set = { ...event, ...fresh, version: sql`1` };
    await copyRows(tx, scope, { table: 'capacity_assignments', ids, refs, set });
    const links = { ...ofTicket, capacity_assignment_id: ids };
    await copyRows(tx, scope, { table: 'capacity_assignment_tickets', refs: links, set: {} });
  }
  if (copy.promoCodes) {
    const ids = await newIds(tx, scope, { table: 'promo_codes', eventId: from });
    const refs = { counter_id: await counters('promo') };
    const set = { ...event, ...fresh, version: sql`1`, expires_at: movedDate('s.expires_at', shift) };
    await copyRows(tx, scope, { table: 'promo_codes', ids, refs, set });
    const links = { ...ofTicket, promo_code_id: ids };
    await copyRows(tx, scope, { table: 'promo_code_tickets', refs: links, set: {} });
  }
  if (copy.affiliates) {
    const ids = await newIds(tx, scope, { table: 'affiliates', eventId: from });
    await copyRows(tx, scope, { table: 'affiliates', ids, set: { ...event, ...fresh, version: sql`1` } });
  }
  if (copy.questions) {
    // A question for certain tickets has no meaning without these tickets.
    const where = copy.tickets ? sql`not s.deleted` : sql`not s.deleted and s.applies_to_all`;
    const ids = await newIds(tx, scope, { table: 'questions', eventId: from, where });
    await copyRows(tx, scope, { table: 'questions', ids, set: { ...event, ...fresh, version: sql`1` } });
    const links = { ...ofTicket, question_id: ids };
    await copyRows(tx, scope, { table: 'question_tickets', refs: links, set: {} });
  }
  if (copy.checkInLists) {
    const ids = await newIds(tx, scope, {
      table: 'check_in_lists',
      eventId: from,
      where: sql`s.deleted_at is null`,
    });
    const shortIds = ids.new.map(() => newShortId('cl'));
    const shortId = sql`(${shortIds}::text[])[array_position(${ids.new}::bigint[], ids.new_id)]`;
    const dates = window('activates_at', 'expires_at', shift);
    await copyRows(tx, scope, {
      table: 'check_in_lists',
      ids,
      set: { ...event, ...fresh, ...dates, short_id: shortId, closed_at: sql`null`, version: sql`1` },
    });
    const links = { ...ofTicket, check_in_list_id: ids };
    await copyRows(tx, scope, { table: 'check_in_list_tickets', refs: links, set: {} });
  }
}

/** The new draft's own fields. Times as the API takes them. */
type NewEvent = { title: string; startsAt: string; endsAt: string | null };

/** Copies an event to a private draft, with its location and, if wanted, all its settings. */
export async function copyEvent(
  tx: Tx,
  scope: AccountScope,
  { from, to, event, withSettings }: { from: number; to: number; event: NewEvent; withSettings: boolean },
): Promise<void> {
  await copyRows(tx, scope, {
    table: 'events',
    ids: { old: [from], new: [to] },
    set: {
      title: sql`${event.title}`,
      slug: sql`${toSlug(event.title, 'event')}`,
      starts_at: sql`${event.startsAt}::timestamptz`,
      ends_at: sql`${event.endsAt}::timestamptz`,
      status: sql`'draft'`,
      version: sql`1`,
      catalog_version: sql`1`,
      published_at: sql`null`,
      created_at: sql`app.now()`,
      updated_at: sql`app.now()`,
    },
  });
  await copyRows(tx, scope, {
    table: 'event_settings',
    set: { event_id: sql`${to}::bigint` },
    where: sql`s.event_id = ${from}`,
    ...(!withSettings && { only: Object.values(LOCATION_COLUMNS) }),
  });
}

/** Moves the dates of a copied event's own steps for giving tickets back by as many days as its start. */
export async function moveStepDates(
  tx: Tx,
  scope: AccountScope,
  eventId: number,
  { from, to, timezone }: { from: Date; to: Date; timezone: string },
): Promise<void> {
  const day = (at: Date) => sql`(${at}::timestamptz at time zone ${timezone})::date`;
  await sql`
    update app.event_settings set give_back_steps = (
      select jsonb_agg(case step #>> '{until,unit}' when 'date' then jsonb_set(step, '{until,day}',
        to_jsonb(((step #>> '{until,day}')::date + (${day(to)} - ${day(from)}))::text)) else step end order by place)
      from jsonb_array_elements(give_back_steps) with ordinality each_one (step, place))
    where account_id = ${scope.accountId} and event_id = ${eventId}
      and give_back_steps @> '[{"until": {"unit": "date"}}]'`.execute(tx);
}

/** The image row to copy and the file keys of the copy. */
export type CopiedCover = { id: number; fileKey: string; originalKey: string | null };

/** Gives an event the cover of another one, with copies of the files. */
export async function copyCover(
  tx: Tx,
  scope: AccountScope,
  { to, cover }: { to: number; cover: CopiedCover },
): Promise<void> {
  await copyRows(tx, scope, {
    table: 'images',
    set: {
      event_id: sql`${to}::bigint`,
      file_key: sql`${cover.fileKey}`,
      original_key: sql`${cover.originalKey}`,
      created_at: sql`app.now()`,
    },
    where: sql`s.id = ${cover.id}`,
  });
}
