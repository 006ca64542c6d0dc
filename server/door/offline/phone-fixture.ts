import { randomBytes } from 'node:crypto';
import { HEADERS } from '@entrada/contract/constants';
import * as door from '@entrada/contract/door/check-in';
import { enterDoor } from '@entrada/contract/door/check-in-links';
import * as offline from '@entrada/contract/door/offline';
import type { InputOf } from '@entrada/contract/endpoint';
import { sql } from 'kysely';
import { buildAccount } from '../../accounts/factory.ts';
import { hashPassword } from '../../accounts/password.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { signTicketCode } from '../../sales/attendees/core/ticket-code.ts';
import type { TestApp } from '../../test/app.ts';
import { insertAttendee, type Person } from '../check-in/attendee-fixture.ts';

export type Scan = InputOf<typeof offline.sendOfflineScans>['body']['scans'][number];

export const fail = (why: string): never => {
  throw new Error(why);
};
export const newNonce = (): string => randomBytes(18).toString('base64url');
export const stamp = () => ({ nonce: newNonce(), scannedAt: new Date().toISOString() });
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** A scan that a phone made so many seconds ago. */
export const made = (code: string, seconds: number, more: Partial<Scan> = {}): Scan => ({
  nonce: newNonce(),
  code,
  scannedAt: ago(seconds).toISOString(),
  verdict: more.direction === 'out' ? 'checked_out' : 'admitted',
  ...more,
});

/** Doors of an account for the tests of one file, with their people and phones. */
export async function doorsOf(app: TestApp) {
  const { db } = app;
  const { accountId, token } = await buildAccount(db);
  const client = app.as();

  async function buildDoor({ allowsReentry = true, guests = 1, pin = undefined as string | undefined } = {}) {
    const { eventId } = await buildEvent(db, { accountId });
    const ticket = await buildTicket(db, { accountId, eventId, name: 'Pass' });
    const listShortId = newShortId('cl');
    const list = await db
      .insertInto('check_in_lists')
      .values({
        account_id: accountId,
        event_id: eventId,
        short_id: listShortId,
        name: 'Main gate',
        allows_reentry: allowsReentry,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (pin !== undefined)
      await db
        .updateTable('check_in_links')
        .set({ pin_hash: await hashPassword(pin) })
        .where('short_id', '=', listShortId)
        .execute();
    const key = await db
      .selectFrom('event_keys')
      .select('private_key')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    const admit = async (more: Person = {}) => {
      const person = { email: 'canary@example.org', ...more };
      const one = await insertAttendee(db, { accountId, eventId, ...ticket, ...person });
      const code = signTicketCode({ eventId, attendeeId: one.attendeeId, codeVersion: 1 }, key.private_key);
      return { ...one, code };
    };
    const people = [];
    for (let nth = 0; nth < guests; nth += 1) people.push(await admit());
    const params = { listShortId };
    const phone = async (name: string) => {
      const body = { device: name, ...(pin !== undefined && { pin }) };
      const entered = await client.call(enterDoor, { params, body });
      const headers = { headers: { [HEADERS.doorDevice]: entered.body.data.token } };
      const deviceId = randomBytes(18).toString('base64url');
      return {
        head: () => client.call(offline.getOfflineHead, { params }, headers),
        people: (after?: string) =>
          client.call(offline.listOfflinePeople, { params, query: after ? { after } : {} }, headers),
        changes: (since: string) =>
          client.call(offline.getOfflineChanges, { params, query: { since } }, headers),
        send: (scans: Scan[], sentAt = new Date()) =>
          client.call(
            offline.sendOfflineScans,
            { params, body: { device: name, deviceId, sentAt: sentAt.toISOString(), scans } },
            headers,
          ),
        scan: (code: string, direction: door.Direction = 'in') =>
          client.call(
            door.checkIn,
            { params, body: { method: 'scan', code, direction, device: name, deviceId, ...stamp() } },
            headers,
          ),
        conflicts: () => client.call(offline.listOfflineConflicts, { params }, headers),
      };
    };
    return {
      eventId,
      ticket,
      listId: list.id,
      params,
      people,
      admit,
      phone,
      first: people[0] ?? fail('nobody'),
    };
  }

  const entriesOf = async (listId: number) =>
    (
      await sql<{
        attendee_id: number;
        device: string;
        is_in: boolean;
        ago: number;
        out_device: string | null;
      }>`
        select attendee_id, device, out_device, checked_out_at is null as is_in,
          round(extract(epoch from app.now() - checked_in_at))::int as ago
        from app.check_ins where check_in_list_id = ${listId} order by checked_in_at`.execute(db)
    ).rows;

  return { accountId, token, client, buildDoor, entriesOf };
}
