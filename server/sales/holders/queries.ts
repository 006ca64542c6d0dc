import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import { valueOfPlace } from '../attendees/queries.ts';

type At = { eventId: number; attendeeId: number };

/** The fields of a person that an organizer may correct. */
export type Person = { firstName: string; lastName: string; email: string; locale: string };

const holders = (tx: Tx | Db, scope: AccountScope, { eventId, attendeeId }: At) =>
  tx
    .selectFrom('attendees as a')
    .innerJoin('events as e', 'e.id', 'a.event_id')
    .innerJoin('order_items as i', 'i.id', 'a.order_item_id')
    .select([
      'a.id',
      'a.event_id as eventId',
      'a.order_id as orderId',
      'a.order_item_id as orderItemId',
      'a.ticket_id as ticketId',
      'a.price_id as priceId',
      'a.version',
      'a.short_id as shortId',
      'a.reference',
      'a.first_name as firstName',
      'a.last_name as lastName',
      'a.email',
      'a.locale',
      'a.status',
      'a.code_version as codeVersion',
      'a.passed_on_at as passedOnAt',
      'a.opened_at as openedAt',
      'a.awaits_name as awaitsName',
      'a.passed_from as passedFrom',
      'a.created_at as createdAt',
      'i.ticket_name as ticketName',
      'i.price_label as priceLabel',
      'e.status as eventStatus',
    ])
    .select(valueOfPlace.as('unitTotal'))
    .where('a.account_id', '=', scope.accountId)
    .where('a.event_id', '=', eventId)
    .where('a.id', '=', attendeeId);

/** An attendee of an event with the ticket. */
export const findHolder = (tx: Tx | Db, scope: AccountScope, at: At) =>
  holders(tx, scope, at).executeTakeFirst();

export type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

/**
 * Locks an attendee for a change. The order's row must be locked. A scan that is just letting this person in holds the
 * row: then this waits for it, and the scan's entry is there afterwards.
 */
export const lockHolder = (tx: Tx, scope: AccountScope, at: At) =>
  holders(tx, scope, at).forUpdate('a').executeTakeFirst();

/** The open entries of an attendee by check-in list, the first one first. Lists that were deleted count too. */
export const findEntries = (tx: Tx | Db, scope: AccountScope, attendeeId: number) =>
  tx
    .selectFrom('check_ins as c')
    .innerJoin('check_in_lists as l', 'l.id', 'c.check_in_list_id')
    .select(['l.id as listId', 'l.name as list', 'c.checked_in_at as at'])
    .where('c.account_id', '=', scope.accountId)
    .where('c.attendee_id', '=', attendeeId)
    .where('c.checked_out_at', 'is', null)
    .orderBy('c.checked_in_at')
    .orderBy('c.id')
    .execute();

/** Who had a ticket before its buyer passed it on. `awaitsName`: nobody yet, so that it stood under the buyer's name. */
export type FormerHolder = Person & { awaitsName?: boolean };

/**
 * Writes the data of a person; from then on the ticket has a name, unless it still `awaitsName`. `passedOn`: who had it
 * before, if it goes to another person, or null if that is not kept. `isTakenBack`: it counts as never passed on. The
 * attendee's row must be locked.
 */
export async function writePerson(
  tx: Tx,
  scope: AccountScope,
  attendeeId: number,
  person: Person,
  {
    passedOn,
    isTakenBack = false,
    awaitsName = false,
  }: { passedOn?: FormerHolder | null; isTakenBack?: boolean; awaitsName?: boolean } = {},
): Promise<void> {
  await tx
    .updateTable('attendees')
    .set({
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      locale: person.locale,
      version: sql<number>`version + 1`,
      awaits_name: awaitsName,
      ...(passedOn !== undefined && {
        passed_on_at: sql<Date>`app.now()`,
        passed_from: passedOn && JSON.stringify(passedOn),
        opened_at: null,
      }),
      ...(isTakenBack && { passed_on_at: null, passed_from: null, opened_at: null }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', attendeeId)
    .execute();
}

/**
 * Gives a ticket a new code and a new address, and keeps the old address as one that is no longer valid. The attendee's
 * row must be locked. Answers the version of the new code.
 */
export async function writeNewCode(
  tx: Tx,
  scope: AccountScope,
  { id, oldShortId, newShortId }: { id: number; oldShortId: string; newShortId: string },
): Promise<number> {
  await tx
    .insertInto('replaced_ticket_links')
    .values({ short_id: oldShortId, account_id: scope.accountId, attendee_id: id })
    .execute();
  const row = await tx
    .updateTable('attendees')
    .set({
      short_id: newShortId,
      code_version: sql<number>`code_version + 1`,
      version: sql<number>`version + 1`,
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .returning('code_version')
    .executeTakeFirstOrThrow();
  return row.code_version;
}
