import { listAttendees } from '@entrada/contract/sales/attendees';
import { bulkAttendees, listBulkJobs } from '@entrada/contract/sales/bulk/jobs';
import { getAttendee, reissueCode, updateAttendee } from '@entrada/contract/sales/holders';
import { resendOrder } from '@entrada/contract/sales/resends';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER } from '../../test/shop.ts';
import { ANA, mailsAbout, namesLater } from '../checkout/names-later-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

/** A completed order of two tickets. The buyer has not said who comes with the second one. */
async function unnamedTicket() {
  const {
    shop,
    save,
    params: { orderShortId },
  } = await namesLater(app);
  expect((await save({})).status).toBe(200);
  const team = app.as(shop);
  const eventId = String(shop.eventId);
  const query = { 'filter_fields[awaits_name][eq]': 'true' } as never;
  const [row] = (await team.call(listAttendees, { params: { eventId }, query })).body.data;
  if (!row) throw new Error('No ticket waits for its name');
  const params = { eventId, attendeeId: String(row.id) };
  const seen = async () => (await team.call(getAttendee, { params })).body.data;
  return {
    shop,
    team,
    eventId,
    params,
    attendeeId: row.id,
    orderId: row.order.id,
    seen,
    save: async (change: Record<string, unknown> = {}) => {
      const { version, firstName, lastName, email, locale } = await seen();
      const body = { version, firstName, lastName, email, locale, sendTicket: false, ...change };
      return team.call(updateAttendee, { params, body: body as never });
    },
    resend: (body: Record<string, unknown> = {}) =>
      team.call(resendOrder, {
        params: { eventId, orderId: String(row.order.id) },
        body: { attendeeId: row.id, ...body },
      }),
    /** The tickets that were mailed alone. */
    mailed: async () =>
      (await mailsAbout(app, orderShortId))
        .filter(({ kind }) => kind === 'attendee_ticket')
        .map(({ to }) => to),
  };
}

/** The event has just begun, so the time for names is over. */
const endTimeForNames = (eventId: string) =>
  db
    .updateTable('events')
    .set({ starts_at: new Date(Date.now() - 60_000) })
    .where('id', '=', Number(eventId))
    .execute();

test('a ticket without a name stays without one until its name or address is another', async () => {
  const one = await unnamedTicket();
  expect((await one.save()).body.data).toMatchObject({ awaitsName: true, ...BUYER });
  expect((await one.save({ locale: 'de' })).body.data).toMatchObject({ awaitsName: true, locale: 'de' });
  expect((await one.save({ firstName: 'Ana' })).body.data).toMatchObject({
    awaitsName: false,
    firstName: 'Ana',
  });
  const other = await unnamedTicket();
  expect((await other.save({ email: ANA.email, sendTicket: true })).body.data).toMatchObject({
    awaitsName: false,
    email: ANA.email,
  });
  expect(await other.mailed()).toEqual([ANA.email]);
});

test('the code of a ticket without a name is not mailed before the time for names is over', async () => {
  const one = await unnamedTicket();
  expect((await one.resend()).problem).toMatchObject({ status: 409, code: 'TICKET_AWAITS_NAME' });
  expect((await one.resend({ email: 'else@example.org' })).problem.code).toBe('TICKET_AWAITS_NAME');
  expect((await one.save({ sendTicket: true })).problem.code).toBe('TICKET_AWAITS_NAME');
  const { version, code } = await one.seen();
  const anew = (sendTicket: boolean) =>
    one.team.call(reissueCode, { params: one.params, body: { version, sendTicket } });
  expect((await anew(true)).problem.code).toBe('TICKET_AWAITS_NAME');
  expect(await one.seen()).toMatchObject({ version, code });
  expect((await anew(false)).body.data).toMatchObject({ awaitsName: true });
  expect(await one.mailed()).toEqual([]);

  await endTimeForNames(one.eventId);
  const again = await one.resend();
  expect(again.body.data, JSON.stringify(again.problem)).toEqual({ to: BUYER.email });
  expect(await one.mailed()).toEqual([BUYER.email]);
});

test('a job that mails many tickets keeps those without a name, and says why', async () => {
  const one = await unnamedTicket();
  const params = { eventId: one.eventId };
  const begun = await one.team.call(bulkAttendees, {
    params,
    query: {},
    body: { action: 'resend', except: [] },
  });
  expect(begun.status, JSON.stringify(begun.problem)).toBe(202);
  expect(await one.mailed()).toEqual([BUYER.email]);
  const [job] = (await one.team.call(listBulkJobs, { params })).body.data;
  expect(job).toMatchObject({ status: 'done', reasons: [{ code: 'TICKET_AWAITS_NAME', count: 1 }] });
});

test('a mail that was queued before does not carry the code either', async () => {
  const one = await unnamedTicket();
  const { code: _, order, ...seen } = await one.seen();
  await one.save({ firstName: 'Ana', sendTicket: true });
  await db.updateTable('attendees').set({ awaits_name: true }).where('id', '=', seen.id).execute();
  expect(order.id).toBe(one.orderId);
  const mails = await one.mailed();
  expect(mails).toEqual([BUYER.email]);
  const { status } = await db
    .selectFrom('mails')
    .select('status')
    .where('order_id', '=', one.orderId)
    .where('kind', '=', 'attendee_ticket')
    .executeTakeFirstOrThrow();
  expect(status).not.toBe('sent');
});
