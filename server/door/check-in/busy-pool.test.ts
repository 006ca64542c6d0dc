import { randomBytes } from 'node:crypto';
import { getEvent } from '@entrada/contract/catalog/events';
import * as door from '@entrada/contract/door/check-in';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendee } from './attendee-fixture.ts';

const POOL = 2;
const app = await buildTestApp({ poolSize: POOL });
const { db } = app;
const owner = await buildAccount(db);
const { accountId } = owner;

// Row E7: the door has connections of its own.
test('with every ordinary connection busy, the door lets people in', async () => {
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId });
  const guest = await insertAttendee(db, { accountId, eventId, ...ticket });
  const listShortId = newShortId('cl');
  await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: listShortId, name: 'Main gate' })
    .execute();
  const busy = await Promise.all(Array.from({ length: POOL }, () => app.database.pool.connect()));
  try {
    const params = { listShortId };
    const waiting = app.as(owner).call(getEvent, { params: { eventId: String(eventId) } });
    const seen = await app.as().call(door.getDoor, { params });
    expect(seen.body.data).toMatchObject({ needsPin: false, attendees: 1, checkedIn: 0 });
    const letIn = await app.as().call(door.checkIn, {
      params,
      body: {
        method: 'search',
        reference: guest.reference,
        device: 'Door A',
        nonce: randomBytes(18).toString('base64url'),
        scannedAt: new Date().toISOString(),
      },
    });
    expect(letIn.body.data).toMatchObject({ verdict: 'admitted', checkedIn: 1 });
    expect((await app.as().call(door.listGuests, { params, query: {} })).body.data).toHaveLength(1);
    // Everything else is told to come again.
    expect((await waiting).problem.code).toBe('UNAVAILABLE');
  } finally {
    for (const client of busy) client.release();
  }
});
