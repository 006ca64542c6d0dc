import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/error.ts';
import { newAttempt, newUndo } from '../attempt.ts';
import { shownAnswer } from '../verdict/shown.ts';
import { phonesOfFile } from './device-fixture.ts';
import { buildServer, codeOf, person } from './server-fixture.ts';

const { setUp } = phonesOfFile();
const asked = { query: 'ana', filter: 'all', pages: 1 } as const;
const lost = () => Promise.reject(new ApiError({ status: 0, code: 'NETWORK' }));
const theServer = {
  guests: [],
  total: 0,
  totals: { all: 0, in: 0, out: 0 },
  isOfPhone: false,
};

test('without a connection people are found among the tickets, with who is inside, and only those of this list', async () => {
  const { server, scan, device } = await setUp();
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  expect(await device.findGuests(asked, lost)).toMatchObject({
    guests: [{ name: 'Ana Ferrer', reference: 'ENT-1', checkedInAt: '2027-06-11T18:00:00.000Z' }],
    total: 1,
    totals: { all: 1, in: 1, out: 0 },
    isOfPhone: true,
  });
  const outside = await device.findGuests({ query: '', filter: 'out', pages: 1 }, lost);
  // One is cancelled, and another has a ticket for another door.
  expect(outside.guests.map(({ reference }) => reference)).toEqual(['ENT-4', 'ENT-5']);
  expect(outside.totals).toEqual({ all: 3, in: 1, out: 2 });
  expect((await device.findGuests({ ...asked, query: 'ana@example.com' }, lost)).total).toBe(0);
  const alike = await device.findAlike({ query: 'Anna Ferer', isEverywhere: false }, lost);
  expect(alike.map(({ guest }) => guest.name)).toEqual(['Ana Ferrer']);
  const elsewhere = await device.findAlike({ query: 'Gest 3', isEverywhere: true }, lost);
  expect(elsewhere[0]).toMatchObject({ guest: { name: 'Guest 3', ticket: 'Backstage' }, isOnList: false });
});

test('without a connection one person is what this phone keeps: ticket, inside or not, and what it scanned', async () => {
  const { server, scan, device } = await setUp();
  server.state = 'down';
  expect(await device.findPerson('ENT-1', lost)).toEqual({
    isOfPhone: true,
    guest: expect.objectContaining({ name: 'Ana Ferrer', ticket: 'Day ticket', checkedInAt: null }),
    last: null,
    scans: [],
    refused: null,
  });
  await scan(codeOf({ attendeeId: 1 }));
  await scan(codeOf({ attendeeId: 1 }));
  expect(await device.findPerson('ENT-1', lost)).toMatchObject({
    guest: { checkedInAt: '2027-06-11T18:00:00.000Z' },
    last: { direction: 'in', device: 'Otter 42' },
    scans: [{ verdict: 'just_scanned' }, { verdict: 'admitted', isUndo: false }],
    refused: null,
  });
  await device.undo(newUndo('ENT-1'));
  expect(await device.findPerson('ENT-1', lost)).toMatchObject({
    guest: { checkedInAt: null },
    last: null,
    scans: [{ isUndo: true, direction: 'in' }, {}, {}],
  });
  // Whom the door would refuse, and why.
  for (const [reference, refused] of [
    ['ENT-2', 'cancelled'],
    ['ENT-3', 'wrong_ticket'],
    ['ENT-5', 'unpaid'],
  ] as const)
    expect(await device.findPerson(reference, lost)).toMatchObject({ guest: { reference }, refused });
  await expect(device.findPerson('ENT-99', lost)).rejects.toMatchObject({ code: 'NETWORK' });
});

test('with a connection one person is what the server knows, once nothing waits on this phone', async () => {
  const { server, scan, device } = await setUp();
  const known = { guest: { name: 'Ana Ferrer' }, note: 'VIP' } as never;
  expect(await device.findPerson('ENT-1', async () => known)).toBe(known);
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  expect(await device.findPerson('ENT-1', async () => known)).toHaveProperty('isOfPhone', true);
  server.state = 'up';
  await device.contact();
  expect(await device.findPerson('ENT-1', async () => known)).toBe(known);
});

test('without a connection a scanned number is told from an unknown code, and finds its guest', async () => {
  const [first, second] = [
    person(1, { reference: 'ENT-7K3Q9F-1' }),
    person(2, { reference: 'ENT-7K3Q9F-2' }),
  ];
  const { server, device } = await setUp({ server: buildServer([first, second]) });
  server.state = 'down';
  const attempt = newAttempt({ method: 'scan', code: 'ent-7k3q9f-2' });
  const { verdict, number } = shownAnswer(await device.attempt(attempt), attempt);
  expect([verdict, number]).toEqual(['number', 'ENT-7K3Q9F-2']);
  const found = await device.findGuests({ ...asked, query: number ?? '' }, lost);
  expect(found.guests.map(({ reference }) => reference)).toEqual(['ENT-7K3Q9F-2']);
});

test('with a connection the server answers; while scans wait it does not know of them, so this phone does', async () => {
  const { server, scan, device } = await setUp();
  expect(await device.findGuests(asked, async () => theServer)).toEqual(theServer);
  server.state = 'down';
  await scan(codeOf({ attendeeId: 1 }));
  expect((await device.findGuests(asked, async () => theServer)).isOfPhone).toBe(true);
  server.state = 'up';
  await device.contact();
  expect(await device.findGuests(asked, async () => theServer)).toEqual(theServer);
});

test('a search that was given up says nothing about the connection; what the server refuses is said', async () => {
  const { device } = await setUp();
  const givenUp = () => Promise.reject(new ApiError({ status: 0, code: 'ABORTED' }));
  await expect(device.findGuests(asked, givenUp)).rejects.toMatchObject({ code: 'ABORTED' });
  expect(device.status().state).toBe('online');
  const refused = () => Promise.reject(new ApiError({ status: 403, code: 'FORBIDDEN' }));
  await expect(device.findAlike({ query: 'ana', isEverywhere: false }, refused)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
