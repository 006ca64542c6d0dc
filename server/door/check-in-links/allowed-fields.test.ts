import { randomBytes } from 'node:crypto';
import { HEADERS } from '@entrada/contract/constants';
import * as door from '@entrada/contract/door/check-in';
import { enterDoor } from '@entrada/contract/door/check-in-links';
import * as offline from '@entrada/contract/door/offline';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { hashPassword } from '../../accounts/password.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';

// Row C4: whoever finds a link learns no more than this. Whoever adds a field here says that a stranger may know it.
const GUEST = ['reference', 'name', 'ticket', 'status', 'ownStartsAt', 'ownEndsAt', 'checkedInAt'];
const COUNTS = ['attendees', 'checkedIn'];
const LIST = ['needsPin', 'name', 'description', 'state', 'activatesAt', 'expiresAt', 'link', 'role'];
const EVENT = ['id', 'title', 'timezone', 'startsAt'].map((name) => `event.${name}`);
const HEAD = [
  ...[
    'eventId',
    'publicKeys[]',
    'isCalledOff',
    'activatesAt',
    'expiresAt',
    'allowsReentry',
    'now',
    'until',
    'cursor',
  ],
  ...['id', 'label', 'admitted', 'ownStartsAt', 'ownEndsAt'].map((name) => `tickets[].${name}`),
  'people',
];
const ALLOWED = {
  locked: ['needsPin', 'name', 'event.title'],
  door: [...LIST, ...EVENT, ...COUNTS, 'allowsReentry', 'allowsSales'],
  guests: GUEST.map((name) => `[].${name}`),
  checkIn: [
    'verdict',
    ...COUNTS,
    ...GUEST.map((name) => `guest.${name}`),
    'others',
    'earlier',
    'earlier.at',
    'earlier.device',
  ],
  undo: [...COUNTS, ...GUEST.map((name) => `guest.${name}`)],
  enter: ['token', 'role'],
  order: ['verdict', ...COUNTS, ...GUEST.map((name) => `people[].guest.${name}`), 'people[].verdict'],
  head: HEAD,
  people: ['people[][]', 'people[][][]', 'next'],
  changes: ['reset', ...HEAD.map((name) => `head.${name}`), 'people[][]', 'people[][][]'],
  scans: [
    ...COUNTS,
    ...['nonce', 'outcome', 'conflict', 'conflict.first', 'conflict.first.at', 'conflict.first.device'].map(
      (name) => `results[].${name}`,
    ),
  ],
  conflicts: [
    ...[
      'id',
      'at',
      'device',
      'link',
      'user',
      'direction',
      'outcome',
      'guest',
      'first',
      'first.at',
      'first.device',
    ],
    ...['guest.reference', 'guest.name', 'guest.ticket'],
  ].map((name) => `[].${name}`),
};

const app = await buildTestApp();
const { db } = app;

/** The paths of all values in a reply. */
function pathsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, `${at}[]`));
  if (value === null || typeof value !== 'object') return [at];
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, at === '' ? name : `${at}.${name}`));
}

test('the replies of the door hold allowed fields alone', async () => {
  const { accountId } = await buildAccount(db);
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId });
  const guest = await insertAttendee(db, { accountId, eventId, ...ticket, email: 'canary@example.org' });
  const [listShortId, locked] = [newShortId('cl'), newShortId('cl')];
  const list = await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: listShortId, name: 'Main gate' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('check_in_links')
    .values({
      account_id: accountId,
      check_in_list_id: list.id,
      short_id: locked,
      name: 'Side',
      role: 'steward',
      pin_hash: await hashPassword('4711'),
    })
    .execute();
  const params = { listShortId };
  const client = app.as();
  const stamp = () => ({
    device: 'Door A',
    nonce: randomBytes(18).toString('base64url'),
    scannedAt: new Date().toISOString(),
  });
  const letIn = () =>
    client.call(door.checkIn, { params, body: { method: 'search', reference: guest.reference, ...stamp() } });
  const entered = await client.call(enterDoor, { params, body: { device: 'Phone' } });
  const phone = { headers: { [HEADERS.doorDevice]: entered.body.data.token } };
  const head = await client.call(offline.getOfflineHead, { params }, phone);
  const { nonce, scannedAt } = stamp();
  const scan = { nonce, scannedAt, reference: guest.reference, verdict: 'admitted' as const };
  const sent = { device: 'Phone', sentAt: scannedAt, scans: [scan] };
  const replies = {
    locked: [await client.call(door.getDoor, { params: { listShortId: locked } })],
    door: [await client.call(door.getDoor, { params })],
    guests: [await client.call(door.listGuests, { params, query: { query: 'canary@example.org' } })],
    checkIn: [await letIn(), await letIn()],
    undo: [
      await client.call(door.undoCheckIn, {
        params: { ...params, reference: guest.reference },
        body: stamp(),
      }),
    ],
    enter: [entered],
    order: [
      await client.call(door.checkInOrder, {
        params,
        body: { method: 'search', reference: guest.reference, ...stamp() },
      }),
    ],
    head: [head],
    people: [await client.call(offline.listOfflinePeople, { params, query: {} }, phone)],
    changes: [
      await client.call(
        offline.getOfflineChanges,
        { params, query: { since: head.body.data.cursor } },
        phone,
      ),
    ],
    scans: [await client.call(offline.sendOfflineScans, { params, body: sent }, phone)],
    conflicts: [await client.call(offline.listOfflineConflicts, { params }, phone)],
  };
  for (const [name, some] of Object.entries(replies)) {
    const allowed = new Set(ALLOWED[name as keyof typeof ALLOWED]);
    for (const { status, body } of some) {
      expect(status, name).toBeLessThan(300);
      const paths = pathsOf(body.data);
      expect(paths.length, name).toBeGreaterThan(0);
      expect(
        paths.filter((path) => !allowed.has(path)),
        name,
      ).toEqual([]);
      expect(JSON.stringify(body), name).not.toMatch(/canary|o_[A-Za-z0-9_-]{22}/);
    }
  }
});
