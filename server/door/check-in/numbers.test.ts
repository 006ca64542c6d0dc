import { listGuests } from '@entrada/contract/door/check-in';
import { listScans } from '@entrada/contract/door/scan-log';
import { listDoorLog } from '@entrada/contract/door/supervising';
import { readTicketNumber } from '@entrada/contract/door/ticket-code';
import { exportPath } from '@entrada/contract/sales/exports';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { doorsOf, made } from '../offline/phone-fixture.ts';

const app = await buildTestApp();
const { token, buildDoor, client } = await doorsOf(app);

test('a number that was scanned instead of a code is told as one, and finds the guest, of the ticket as of its order', async () => {
  const { first, params, admit, phone } = await buildDoor();
  await admit({ firstName: 'Jonas', lastName: 'Weber' });
  const gate = await phone('Door A');
  for (const number of [first.reference, first.reference.replace(/-1$/, '')]) {
    expect((await gate.scan(number)).body.data).toMatchObject({
      verdict: 'number',
      guest: null,
      checkedIn: 0,
    });
    const query = readTicketNumber(` ${number.toLowerCase()}`) ?? 'no number';
    const reply = await client.call(listGuests, { params, query: { query } });
    expect(reply.body.data.map((guest) => guest.reference)).toEqual([first.reference]);
  }
});

test('the logs and the file say a number, not a code, also of a phone whose page is older', async () => {
  const { eventId, first, params, phone } = await buildDoor();
  const gate = await phone('Door A');
  await gate.scan(first.reference);
  await gate.scan('https://example.com');
  const sent = await gate.send([
    made(first.reference, 20, { verdict: 'number' }),
    made(first.reference, 10, { verdict: 'unknown' }),
    made('https://example.com', 5, { verdict: 'unknown' }),
  ]);
  const outcomes = ['number', 'number', 'unknown'];
  expect(sent.body.data.results.map(({ outcome }) => outcome)).toEqual(outcomes);
  const { data, counts } = (await client.call(listDoorLog, { params, query: {} })).body;
  const newestFirst = [...outcomes.toReversed(), 'unknown', 'number'];
  expect(data.map(({ outcome }) => outcome)).toEqual(newestFirst);
  // As with a part of a code, nobody was turned away.
  expect(counts.refused).toBe(2);
  const me = app.as({ token });
  const log = await me.call(listScans, { params: { eventId: String(eventId) }, query: {} });
  expect(log.body.data.map(({ outcome }) => outcome)).toEqual(newestFirst);
  const file = await me.send({ method: 'GET', url: `/api${exportPath(eventId, 'scans', 'csv')}` });
  expect(file.body.match(/A number, not a code/g)).toHaveLength(3);
  expect(file.body.match(/Unknown code/g)).toHaveLength(2);
});
