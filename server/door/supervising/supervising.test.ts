import * as door from '@entrada/contract/door/check-in';
import * as endpoints from '@entrada/contract/door/supervising';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildCapacity } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildSupervisedDoor, stamp } from './door-fixture.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId } = await buildAccount(db);
const build = (list = {}) => buildSupervisedDoor(db, { accountId, list });
type Door = Awaited<ReturnType<typeof build>>;

const letIn = (at: Door, reference: string, device = 'Otter 42') =>
  app.as().call(door.checkIn, {
    params: at.params,
    body: { method: 'search', reference, ...stamp(device) },
  });
const similar = (at: Door, query: string, everywhere = 'false') =>
  app.as().call(endpoints.findSimilarGuests, {
    params: at.params,
    query: { query, everywhere: everywhere as 'true' | 'false' },
  });

test('a name or number with a typing mistake is found, without any address', async () => {
  const at = await build();
  const bea = await at.admit({ firstName: 'Beatriz', lastName: 'Márquez', email: 'secreta@example.org' });
  await at.admit({ firstName: 'Oskar', lastName: 'Lindqvist' });
  const lab = await at.admit({ firstName: 'Íñigo', lastName: 'Etxeberria', ticket: at.lab });
  for (const query of ['Marqes', 'beatris marquz', bea.reference.replace(/.-1$/, 'Q-1')]) {
    const found = await similar(at, query);
    expect(found.body.data[0]?.guest.reference, query).toBe(bea.reference);
    expect(JSON.stringify(found.body)).not.toContain('@');
  }
  expect((await similar(at, 'secreta@example.org')).body.data).toEqual([]);
  expect((await similar(at, 'Etxebaria')).body.data).toEqual([]);
  expect((await similar(at, 'Etxebaria', 'true')).body.data).toMatchObject([
    { guest: { reference: lab.reference }, isOnList: false, lists: ['Lab hall'] },
  ]);
});

test('one person: the order, the last scans at every door, and nothing that opens the ticket', async () => {
  const at = await build();
  const one = await at.admit({ firstName: 'Marina', lastName: 'Llorens' });
  await letIn(at, one.reference);
  await letIn(at, one.reference, 'Lynx 11');
  const reply = await app.as().call(endpoints.getDoorGuest, {
    params: { ...at.params, reference: one.reference },
  });
  expect(reply.body.data).toEqual({
    guest: expect.objectContaining({ name: 'Marina Llorens', reference: one.reference }),
    isOnList: true,
    lists: ['Main gate'],
    order: { reference: one.reference.slice(0, -2), tickets: 1, inside: 1 },
    scans: [
      expect.objectContaining({
        outcome: 'already_in',
        list: 'Main gate',
        link: 'Phone of Pau',
        device: 'Lynx 11',
      }),
      expect.objectContaining({ outcome: 'admitted', device: 'Otter 42' }),
    ],
    note: '',
    overrulable: null,
  });
});

test('a supervisor lets somebody in anyway, once, with a reason that is kept; never on a cancelled ticket', async () => {
  const at = await build();
  const lab = await at.admit({ firstName: 'Aitana', lastName: 'Gil', ticket: at.lab });
  const gone = await at.admit({ status: 'cancelled' });
  const fine = await at.admit();
  const body = { reason: 'Speaker of the lab', ...stamp() };
  const overrule = (reference: string, more = {}) =>
    app.as().call(endpoints.letInAnyway, {
      params: { ...at.params, reference },
      body: { ...body, ...more },
    });
  const sheet = await app.as().call(endpoints.getDoorGuest, {
    params: { ...at.params, reference: lab.reference },
  });
  expect(sheet.body.data.overrulable).toBe('wrong_ticket');
  const reply = await overrule(lab.reference);
  expect(reply.body.data, JSON.stringify(reply.problem)).toMatchObject({ verdict: 'admitted', checkedIn: 1 });
  expect((await overrule(lab.reference)).body.data).toMatchObject({ verdict: 'admitted', checkedIn: 1 });
  expect((await overrule(lab.reference, stamp())).body.data).toMatchObject({ verdict: 'already_in' });
  for (const { reference } of [gone, fine])
    expect((await overrule(reference, stamp())).problem).toMatchObject({ code: 'DOOR_NOT_OVERRULABLE' });
  const audited = await db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('target_id', '=', lab.attendeeId)
    .where('target_type', '=', 'attendee')
    .execute();
  expect(audited).toEqual([
    {
      action: 'attendee.let_in_anyway',
      after: expect.objectContaining({ why: 'wrong_ticket', reason: body.reason, link: 'Phone of Pau' }),
    },
  ]);
  const log = await app.as().call(endpoints.listDoorLog, { params: at.params, query: {} });
  expect(log.body.data.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['already_in', null],
    ['admitted', body.reason],
  ]);
});

test('who is inside, by list and by capacity, and the last movements', async () => {
  const at = await build();
  await buildCapacity(db, {
    accountId,
    eventId: at.eventId,
    ticketIds: [at.pass.ticketId],
    name: 'Viewing platform',
    quantity: 14,
  });
  const people = [
    await at.admit({ firstName: 'Grace', lastName: 'Adeyemi' }),
    await at.admit(),
    await at.admit(),
  ];
  for (const { reference } of people.slice(0, 2)) await letIn(at, reference);
  await app.as().call(door.undoCheckIn, {
    params: { ...at.params, reference: people[1]?.reference ?? '' },
    body: stamp(),
  });
  const { body } = await app.as().call(endpoints.getInside, { params: at.params });
  expect(body.data).toMatchObject({
    inside: 1,
    cameIn: 1,
    wentOut: 0,
    places: [
      { kind: 'list', name: 'Main gate', inside: 1, of: 3 },
      { kind: 'list', name: 'Lab hall', inside: 0, of: 0 },
      { kind: 'capacity', name: 'Viewing platform', inside: 1, of: 14 },
    ],
  });
  expect(body.data.last[1]).toMatchObject({ name: 'Grace Adeyemi', direction: 'in', device: 'Otter 42' });
});

test('the log has every scan with its outcome, page by page, and is searched by name, device and link', async () => {
  const at = await build();
  const one = await at.admit({ firstName: 'Oskar', lastName: 'Lindqvist' });
  await letIn(at, one.reference);
  await letIn(at, one.reference, 'Lynx 11');
  for (let n = 0; n < 31; n += 1)
    await app.as().call(door.checkIn, {
      params: at.params,
      body: { method: 'scan', code: `nothing ${n}`, ...stamp('Owl 20') },
    });
  const read = (query: Record<string, string>) =>
    app.as().call(endpoints.listDoorLog, { params: at.params, query });
  const first = await read({});
  expect(first.body.data).toHaveLength(30);
  expect(first.body.counts).toEqual({ refused: 32, undone: 0, sold: 0, conflicts: 0 });
  const rest = await read({ before: first.body.next ?? '' });
  expect(rest.body).toMatchObject({
    next: null,
    data: [
      { outcome: 'unknown', name: null },
      { outcome: 'already_in', name: 'Oskar Lindqvist', device: 'Lynx 11', earlier: { device: 'Otter 42' } },
      { outcome: 'admitted', link: 'Phone of Pau' },
    ],
  });
  expect((await read({ query: 'lindq' })).body.data).toHaveLength(2);
  expect((await read({ query: 'lynx' })).body.data).toHaveLength(1);
  expect((await read({ show: 'sold' })).body.data).toEqual([]);
});

test('none of it is for a steward', async () => {
  const at = await build();
  const one = await at.admit();
  const client = app.as();
  const params = at.steward;
  const calls = [
    client.call(endpoints.findSimilarGuests, { params, query: { query: 'a', everywhere: 'false' } }),
    client.call(endpoints.getDoorGuest, { params: { ...params, reference: one.reference } }),
    client.call(endpoints.getInside, { params }),
    client.call(endpoints.listDoorLog, { params, query: {} }),
    client.call(endpoints.letInAnyway, {
      params: { ...params, reference: one.reference },
      body: { reason: 'Because', ...stamp() },
    }),
  ];
  for (const reply of await Promise.all(calls))
    expect(reply.problem).toMatchObject({ status: 403, code: 'DOOR_SUPERVISOR_ONLY' });
});
