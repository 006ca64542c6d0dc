import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as door from '@entrada/contract/door/check-in';
import { doorCounts, doorScan } from '@entrada/contract/door/live-door';
import { liveDoorPath } from '@entrada/contract/door/live-path';
import { expect, onTestFinished, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { newShortId } from '../../platform/secrets.ts';
import { buildTestApp } from '../../test/app.ts';
import { insertAttendee } from '../check-in/attendee-fixture.ts';

const app = await buildTestApp();
const elsewhere = await buildTestApp({ database: app.database });
const { db } = app;
const { accountId } = await buildAccount(db);
const soon = { timeout: 15_000, interval: 50 };

async function buildDoor() {
  const { eventId } = await buildEvent(db, { accountId });
  const ticket = await buildTicket(db, { accountId, eventId, name: 'Pass' });
  const guest = await insertAttendee(db, { accountId, eventId, ...ticket, email: 'canary@example.org' });
  const list = await db
    .insertInto('check_in_lists')
    .values({ account_id: accountId, event_id: eventId, short_id: newShortId('cl'), name: 'Main gate' })
    .returning(['id', 'short_id'])
    .executeTakeFirstOrThrow();
  const steward = newShortId('cl');
  const link = { account_id: accountId, check_in_list_id: list.id, short_id: steward, name: 'Side' };
  await db
    .insertInto('check_in_links')
    .values({ ...link, role: 'steward' })
    .execute();
  const letIn = () =>
    elsewhere.as().call(door.checkIn, {
      params: { listShortId: list.short_id },
      body: {
        method: 'search',
        reference: guest.reference,
        device: 'Door B',
        nonce: randomBytes(18).toString('base64url'),
        scannedAt: new Date().toISOString(),
      },
    });
  return { list, supervisor: list.short_id, steward, guest, letIn };
}

async function follow(shortId: string) {
  const { server } = app.app;
  if (!server.listening) await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path: `/api${liveDoorPath(shortId)}`, agent: false });
  request.on('error', () => undefined);
  onTestFinished(() => void request.destroy());
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  const heard: { event: string; data: Record<string, unknown> }[] = [];
  let text = '';
  let isOver = false;
  reply.on('error', () => undefined);
  reply.on('close', () => {
    isOver = true;
  });
  reply.setEncoding('utf8').on('data', (part: string) => {
    const events = (text + part).split('\n\n');
    text = events.pop() ?? '';
    for (const one of events) {
      const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(one) ?? [];
      heard.push({ event, data: JSON.parse(data) as Record<string, unknown> });
    }
  });
  return {
    status: reply.statusCode,
    heard,
    of: (name: string) => heard.filter(({ event }) => event === name),
    isOver: () => isOver,
  };
}

test('counts and scans of another process reach the door, and a steward learns of counts alone', async () => {
  const { supervisor, steward, guest, letIn } = await buildDoor();
  const [boss, scanner] = [await follow(supervisor), await follow(steward)];
  await expect
    .poll(() => boss.of('hello'), soon)
    .toEqual([{ event: 'hello', data: { attendees: 1, checkedIn: 0 } }]);
  await letIn();
  await letIn();
  await expect.poll(() => boss.of('counts').at(-1)?.data, soon).toEqual({ attendees: 1, checkedIn: 1 });
  await expect.poll(() => scanner.of('counts').at(-1)?.data, soon).toEqual({ attendees: 1, checkedIn: 1 });
  const scans = () => boss.of('scans').flatMap(({ data }) => data['scans'] as unknown[]);
  await expect
    .poll(scans, soon)
    .toMatchObject([
      { outcome: 'admitted', device: 'Door B', link: 'Main gate', guest: { reference: guest.reference } },
      { outcome: 'already_in' },
    ]);
  // Strict schemas: nothing but the allowed fields.
  for (const scan of scans()) doorScan.parse(scan);
  for (const { data } of [...boss.of('hello'), ...boss.of('counts')]) doorCounts.parse(data);
  expect(JSON.stringify(boss.heard)).not.toContain('canary');
  expect(scanner.of('scans')).toEqual([]);
});

test('the stream ends with its link, and with its list', async () => {
  const { list, supervisor, steward } = await buildDoor();
  const [boss, scanner] = [await follow(supervisor), await follow(steward)];
  await db
    .updateTable('check_in_links')
    .set({ closed_at: new Date() })
    .where('short_id', '=', steward)
    .execute();
  await expect.poll(() => scanner.heard.at(-1)?.event, soon).toBe('end');
  expect(boss.isOver()).toBe(false);
  await db.updateTable('check_in_lists').set({ closed_at: new Date() }).where('id', '=', list.id).execute();
  await expect.poll(() => boss.heard.at(-1)?.event, soon).toBe('end');
  await expect.poll(boss.isOver, soon).toBe(true);
  expect((await follow(steward)).status).toBe(404);
});
