import { randomBytes } from 'node:crypto';
import * as endpoints from '@entrada/contract/door/check-in';
import * as listEndpoints from '@entrada/contract/door/check-in-lists';
import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { signTicketCode } from '../../sales/attendees/core/ticket-code.ts';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendee, type Person } from './attendee-fixture.ts';

const app = await buildTestApp();
const { accountId, token } = await buildAccount(app.db);
const organizer = app.as({ token });

const DAY = 86_400;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function buildDoor(
  changes: { activatesAt?: string | null; expiresAt?: string | null; onlySome?: boolean } = {},
) {
  const event = await buildEvent(app.db, { accountId });
  const pass = await buildTicket(app.db, { accountId, eventId: event.eventId, name: 'Festival pass' });
  const night = await buildTicket(app.db, { accountId, eventId: event.eventId, name: 'Friday night' });
  const created = await organizer.call(listEndpoints.createCheckInList, {
    params: { eventId: String(event.eventId) },
    body: {
      name: 'Main gate',
      description: '',
      allTickets: !changes.onlySome,
      ticketIds: changes.onlySome ? [pass.ticketId] : [],
      activatesAt: changes.activatesAt ?? null,
      expiresAt: changes.expiresAt ?? null,
    },
  });
  expect(created.status).toBe(201);
  const key = await app.db
    .selectFrom('event_keys')
    .select('private_key')
    .where('event_id', '=', event.eventId)
    .executeTakeFirstOrThrow();
  const codeOf = (attendeeId: number, codeVersion = 1, eventId = event.eventId) =>
    signTicketCode({ eventId, attendeeId, codeVersion }, key.private_key);
  const admit = (ticket = pass, person: Person = {}) =>
    insertAttendee(app.db, {
      ...person,
      accountId,
      eventId: event.eventId,
      ticketId: ticket.ticketId,
      priceId: ticket.priceId,
    });
  return {
    ...event,
    pass,
    night,
    list: created.body.data,
    codeOf,
    admit,
    params: { listShortId: created.body.data.shortId },
  };
}

const stamp = (device = 'Door A') => ({
  device,
  nonce: randomBytes(18).toString('base64url'),
  scannedAt: new Date().toISOString(),
});
const scan = (door: { params: { listShortId: string } }, code: string, extra = stamp()) =>
  app.as().call(endpoints.checkIn, { params: door.params, body: { method: 'scan', code, ...extra } });
const find = (door: { params: { listShortId: string } }, reference: string, extra = stamp()) =>
  app.as().call(endpoints.checkIn, { params: door.params, body: { method: 'search', reference, ...extra } });

describe('scanning', () => {
  test('admits once, then says when and where', async () => {
    const door = await buildDoor();
    const guest = await door.admit();
    const first = await scan(door, door.codeOf(guest.attendeeId), stamp('Door B'));
    expect(first.body.data).toMatchObject({
      verdict: 'admitted',
      attendees: 1,
      checkedIn: 1,
      earlier: null,
      guest: { name: 'Lucía Ferrer', ticket: 'Festival pass' },
    });
    const second = await scan(door, door.codeOf(guest.attendeeId));
    expect(second.body.data).toMatchObject({
      verdict: 'already_in',
      checkedIn: 1,
      earlier: { device: 'Door B', at: expect.any(String) },
    });
  });

  test('two doors at once: exactly one lets in', async () => {
    const door = await buildDoor();
    for (let pair = 0; pair < 30; pair += 1) {
      const guest = await door.admit();
      const answers = await Promise.all([
        scan(door, door.codeOf(guest.attendeeId)),
        scan(door, door.codeOf(guest.attendeeId)),
      ]);
      expect(answers.map((answer) => answer.body.data.verdict).sort()).toEqual(['admitted', 'already_in']);
    }
  });

  test('a ticket of one day opens the door on that day alone, whatever the clocks do', async () => {
    // Saturday night in Madrid, on which its clocks go forward: the door opens at 12:00, and 03:00 to 04:00 is left out.
    const saturday = { startsAt: new Date('2027-03-27T17:00:00Z'), endsAt: new Date('2027-03-28T03:00:00Z') };
    const door = await buildDoor();
    await app.db
      .updateTable('tickets')
      .set({ own_starts_at: saturday.startsAt, own_ends_at: saturday.endsAt })
      .where('id', '=', door.night.ticketId)
      .execute();
    const person = await door.admit(door.night);
    const pass = await door.admit(door.pass);
    const at = async (instant: string, attendeeId = person.attendeeId) => {
      await app.travel((Date.parse(instant) - Date.now()) / 1000);
      return (await scan(door, door.codeOf(attendeeId))).body.data;
    };
    try {
      const early = await at('2027-03-27T10:59:50Z');
      expect(early).toMatchObject({
        verdict: 'wrong_day',
        guest: {
          reference: person.reference,
          ownStartsAt: '2027-03-27T17:00:00.000Z',
          ownEndsAt: '2027-03-28T03:00:00.000Z',
          checkedInAt: null,
        },
      });
      expect((await at('2027-03-28T03:00:10Z')).verdict).toBe('wrong_day');
      expect((await at('2027-03-28T03:00:10Z', pass.attendeeId)).verdict).toBe('admitted');
      expect((await at('2027-03-27T11:00:10Z')).verdict).toBe('admitted');
      expect((await at('2027-03-28T02:59:00Z')).verdict).toBe('already_in');
    } finally {
      await app.travel(0);
    }
    const outcomes = await app.db
      .selectFrom('scans')
      .select('outcome')
      .where('attendee_id', '=', person.attendeeId)
      .orderBy('id')
      .execute();
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'wrong_day',
      'wrong_day',
      'admitted',
      'already_in',
    ]);
  });

  test('every refusal has its own verdict and is recorded', async () => {
    const door = await buildDoor({ onlySome: true });
    const elsewhere = await buildDoor();
    const stranger = await elsewhere.admit();
    const [wrong, cancelled, unpaid, reissued] = [
      await door.admit(door.night),
      await door.admit(door.pass, { status: 'cancelled' }),
      await door.admit(door.pass, { status: 'awaiting_payment' }),
      await door.admit(door.pass, { codeVersion: 2 }),
    ];
    const verdicts = await Promise.all([
      scan(door, door.codeOf(wrong.attendeeId)),
      scan(door, door.codeOf(cancelled.attendeeId)),
      scan(door, door.codeOf(unpaid.attendeeId)),
      scan(door, door.codeOf(reissued.attendeeId)),
      scan(door, elsewhere.codeOf(stranger.attendeeId)),
      scan(door, 'https://example.com'),
      scan(door, door.codeOf(999_999_999)),
      scan(door, door.codeOf(stranger.attendeeId, 1, elsewhere.eventId)),
    ]);
    expect(verdicts.map((reply) => reply.body.data.verdict)).toEqual([
      'wrong_ticket',
      'cancelled',
      'unpaid',
      'revoked',
      'wrong_event',
      'unknown',
      'unknown',
      'unknown',
    ]);
    const recorded = await app.db
      .selectFrom('scans')
      .select('outcome')
      .where('check_in_list_id', '=', door.list.id)
      .execute();
    expect(recorded).toHaveLength(8);
    expect(
      await app.db
        .selectFrom('check_ins')
        .select('id')
        .where('check_in_list_id', '=', door.list.id)
        .execute(),
    ).toEqual([]);
  });

  test('a repeated nonce brings the first answer back and changes nothing', async () => {
    const door = await buildDoor();
    const guest = await door.admit();
    const once = stamp();
    const replies = [
      await scan(door, door.codeOf(guest.attendeeId), once),
      await scan(door, door.codeOf(guest.attendeeId), once),
    ];
    expect(replies.map((reply) => reply.body.data.verdict)).toEqual(['admitted', 'admitted']);
    expect(
      await app.db.selectFrom('scans').select('id').where('nonce', '=', once.nonce).execute(),
    ).toHaveLength(1);
  });

  test('a list that is not active tells nothing about anybody', async () => {
    const early = await buildDoor({ activatesAt: inSeconds(DAY) });
    const late = await buildDoor({ activatesAt: inSeconds(-2 * DAY), expiresAt: inSeconds(-DAY) });
    for (const [door, verdict] of [
      [early, 'not_active'],
      [late, 'expired'],
    ] as const) {
      const guest = await door.admit();
      for (const code of [door.codeOf(guest.attendeeId), 'nonsense']) {
        expect((await scan(door, code)).body.data).toMatchObject({ verdict, guest: null, earlier: null });
      }
      expect((await app.as().call(endpoints.listGuests, { params: door.params })).status).toBe(409);
    }
  });
});

describe('the guest list', () => {
  test('finds by name without accents and by reference, by address only whole, and never shows it', async () => {
    const door = await buildDoor();
    const lucia = await door.admit();
    await door.admit(door.pass, { firstName: 'Jonas', lastName: 'Weber', email: 'jonas@example.org' });
    const search = async (query: string) => {
      const reply = await app.as().call(endpoints.listGuests, { params: door.params, query: { query } });
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply.body)).not.toContain('@');
      return reply.body.data.map((guest) => guest.name);
    };
    expect(await search('lucia')).toEqual(['Lucía Ferrer']);
    expect(await search('LUCÍA fer')).toEqual(['Lucía Ferrer']);
    expect(await search(lucia.reference.toLowerCase())).toEqual(['Lucía Ferrer']);
    expect(await search('jonas@example.org')).toEqual(['Jonas Weber']);
    expect(await search('jonas@example')).toEqual([]);
    expect(await search('example')).toEqual([]);
    expect(await search('%')).toEqual([]);
    expect(await search('')).toEqual(['Lucía Ferrer', 'Jonas Weber']);
    await door.admit(door.pass, { firstName: '小明', lastName: '王', email: 'xm@example.org' });
    for (const query of ['王小明', '小明', '王', '王 小明']) expect(await search(query)).toEqual(['王小明']);
    expect(await search('小王')).toEqual([]);
  });

  test('the door is told nothing but name, ticket with its dates, reference and state', async () => {
    const door = await buildDoor();
    const guest = await door.admit();
    const reply = await app.as().call(endpoints.listGuests, { params: door.params });
    expect(Object.keys(reply.body.data[0] ?? {}).sort()).toEqual([
      'checkedInAt',
      'name',
      'ownEndsAt',
      'ownStartsAt',
      'reference',
      'status',
      'ticket',
    ]);
    const shown = JSON.stringify([
      reply.body,
      (await app.as().call(endpoints.getDoor, { params: door.params })).body,
      (await find(door, guest.reference)).body,
    ]);
    expect(shown).not.toMatch(/a_[\w-]{22}|o_[\w-]{22}|@/);
  });

  test('check in by reference, filter, undo twice, and in again', async () => {
    const door = await buildDoor();
    const guest = await door.admit();
    await door.admit();
    expect((await find(door, ` ${guest.reference.toLowerCase()} `)).body.data.verdict).toBe('admitted');
    const inside = await app.as().call(endpoints.listGuests, {
      params: door.params,
      query: { 'filter_fields[checked_in][eq]': 'true' },
    });
    expect(inside.body.data.map((row) => row.reference)).toEqual([guest.reference]);
    const undo = () =>
      app.as().call(endpoints.undoCheckIn, {
        params: { ...door.params, reference: guest.reference },
        body: stamp(),
      });
    expect((await undo()).body.data).toMatchObject({ checkedIn: 0, guest: { checkedInAt: null } });
    expect((await undo()).status).toBe(200);
    expect((await find(door, guest.reference)).body.data.verdict).toBe('admitted');
    const facts = await app.db
      .selectFrom('scans')
      .select('outcome')
      .where('check_in_list_id', '=', door.list.id)
      .orderBy('id')
      .execute();
    expect(facts.map((fact) => fact.outcome)).toEqual(['admitted', 'undone', 'undone', 'admitted']);
  });

  test('a link that does not exist', async () => {
    expect(
      (await app.as().call(endpoints.getDoor, { params: { listShortId: newShortId('cl') } })).problem.code,
    ).toBe('CHECK_IN_LIST_NOT_FOUND');
    expect((await app.as().call(endpoints.getDoor, { params: { listShortId: 'cl_short' } })).status).toBe(
      404,
    );
  });
});

describe('lists in the workspace', () => {
  test('need a ticket, keep to their event, and are audited', async () => {
    const bare = await buildEvent(app.db, { accountId });
    const body = {
      name: 'Gate',
      description: 'Bags left',
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      expiresAt: null,
    };
    const params = { eventId: String(bare.eventId) };
    expect((await organizer.call(listEndpoints.createCheckInList, { params, body })).problem.code).toBe(
      'NO_TICKETS_YET',
    );
    const door = await buildDoor();
    const foreign = await organizer.call(listEndpoints.createCheckInList, {
      params: { eventId: String(door.eventId) },
      body: { ...body, allTickets: false, ticketIds: [door.pass.ticketId, 999_999] },
    });
    expect(foreign.problem.errors).toEqual([{ path: 'ticketIds.1', code: 'not_found' }]);
    const changed = await organizer.call(listEndpoints.updateCheckInList, {
      params: { eventId: String(door.eventId), listId: String(door.list.id) },
      body: { version: 1, ...body, name: 'Side gate', allTickets: false, ticketIds: [door.night.ticketId] },
    });
    expect(changed.body.data).toMatchObject({
      version: 2,
      name: 'Side gate',
      tickets: [{ id: door.night.ticketId, name: 'Friday night' }],
    });
    const audited = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_type', '=', 'check_in_list')
      .where('target_id', '=', door.list.id)
      .orderBy('id')
      .execute();
    expect(audited.map((entry) => entry.action)).toEqual(['check_in_list.created', 'check_in_list.updated']);
  });

  test('deleting ends the link', async () => {
    const door = await buildDoor();
    const guest = await door.admit();
    await find(door, guest.reference);
    const listed = await organizer.call(listEndpoints.listCheckInLists, {
      params: { eventId: String(door.eventId) },
      query: { query: 'main' },
    });
    expect(listed.body.data[0]).toMatchObject({ attendees: 1, checkedIn: 1, state: 'active' });
    expect(
      (
        await organizer.call(listEndpoints.deleteCheckInList, {
          params: { eventId: String(door.eventId), listId: String(door.list.id) },
        })
      ).status,
    ).toBe(204);
    expect((await find(door, guest.reference)).problem.code).toBe('CHECK_IN_LIST_NOT_FOUND');
  });

  const start = inSeconds(DAY);
  test.each([
    ['a name', { name: '' }, 'name', 'required'],
    ['a name that fits', { name: 'x'.repeat(151) }, 'name', 'too_long'],
    ['an end after the start', { activatesAt: start, expiresAt: start }, 'expiresAt', 'must_be_after_start'],
    ['tickets where not all may enter', { allTickets: false, ticketIds: [] }, 'ticketIds', 'required'],
  ])('need %s', async (_, wrong, path, code) => {
    const event = await buildEvent(app.db, { accountId });
    const reply = await organizer.call(listEndpoints.createCheckInList, {
      params: { eventId: String(event.eventId) },
      body: {
        name: 'x'.repeat(150),
        description: '',
        allTickets: true,
        ticketIds: [],
        activatesAt: null,
        expiresAt: null,
        ...wrong,
      },
    });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
  });
});
