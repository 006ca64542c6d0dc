import { listGuests } from '@entrada/contract/door/check-in';
import { readTicketNumber } from '@entrada/contract/door/ticket-code';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { doorsOf } from '../offline/phone-fixture.ts';

const app = await buildTestApp();
const { buildDoor, client } = await doorsOf(app);

test('a number that was scanned instead of a code is unknown, and finds the guest, of the ticket as of its order', async () => {
  const { first, params, admit, phone } = await buildDoor();
  await admit({ firstName: 'Jonas', lastName: 'Weber' });
  const gate = await phone('Door A');
  for (const number of [first.reference, first.reference.replace(/-1$/, '')]) {
    expect((await gate.scan(number)).body.data).toMatchObject({ verdict: 'unknown', guest: null });
    const query = readTicketNumber(` ${number.toLowerCase()}`) ?? 'no number';
    const reply = await client.call(listGuests, { params, query: { query } });
    expect(reply.body.data.map((guest) => guest.reference)).toEqual([first.reference]);
  }
});
