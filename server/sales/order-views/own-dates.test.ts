import { getIssuedTicket, getOrder } from '@entrada/contract/sales/checkout';
import { pdfText } from '@entrada/documents/test/pdf-text';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { visitor } from '../../test/shop.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

/** Three days in Madrid. Friday ends in the small hours of Saturday. */
async function festival() {
  const { accountId } = await buildAccount(db);
  const { eventId } = await buildEvent(db, {
    accountId,
    title: 'Marea',
    startsAt: new Date('2027-06-11T16:00:00Z'),
    endsAt: new Date('2027-06-13T21:30:00Z'),
    timezone: 'Europe/Madrid',
  });
  const ticket = (name: string, own: object = {}) =>
    buildTicket(db, { accountId, eventId, type: 'free', name, ...own });
  const friday = await ticket('Friday night', {
    ownStartsAt: new Date('2027-06-11T16:00:00Z'),
    ownEndsAt: new Date('2027-06-12T00:00:00Z'),
  });
  const sunday = await ticket('Sunday closing', {
    ownStartsAt: new Date('2027-06-13T15:00:00Z'),
    ownEndsAt: new Date('2027-06-13T21:30:00Z'),
  });
  const support = await ticket('Support', { admits: false });
  return { eventId, pass: await ticket('Pass'), friday, sunday, support };
}

type Priced = { priceId: number };
async function bought(eventId: number, ...tickets: Priced[]) {
  const items = tickets.map(({ priceId }) => ({ priceId, quantity: 1 }));
  const order = await buildOrder(db, { eventId, items, locale: 'en' });
  const client = visitor(app);
  const get = (url: string) => client.send({ method: 'GET', url: `/api/public/${url}` });
  return { ...order, client, get };
}

const entriesOf = (file: string) =>
  file
    .replace(/\r\n[ \t]/g, '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((entry) => ['UID', 'DTSTART', 'DTEND', 'SUMMARY'].map((key) => entry.match(`${key}:(.*)`)?.[1]));

test('an order, its tickets and their links carry the dates of each ticket', async () => {
  const { eventId, friday, pass, support } = await festival();
  const { client, shortId, attendees } = await bought(eventId, friday, pass, support);
  const own = { ownStartsAt: '2027-06-11T16:00:00.000Z', ownEndsAt: '2027-06-12T00:00:00.000Z' };
  const none = { ownStartsAt: null, ownEndsAt: null };
  const order = (await client.call(getOrder, { params: { orderShortId: shortId } })).body.data;
  expect(order.lines).toMatchObject([own, none, { admits: false, ...none }]);
  expect(order.tickets).toMatchObject([own, none]);
  const [first] = attendees;
  const one = await client.call(getIssuedTicket, { params: { attendeeShortId: first?.shortId ?? '' } });
  expect(one.body.data.ticket).toMatchObject(own);
});

test('a calendar file has an entry for each part of the event that there are tickets for', async () => {
  const { eventId, friday, sunday, pass, support } = await festival();
  const whole = [`event-${eventId}@localhost`, '20270611T160000Z', '20270613T213000Z', 'Marea'];
  const ofFriday = [
    `event-${eventId}-ticket-${friday.ticketId}@localhost`,
    '20270611T160000Z',
    '20270612T000000Z',
    'Marea: Friday night',
  ];
  const ofSunday = [
    `event-${eventId}-ticket-${sunday.ticketId}@localhost`,
    '20270613T150000Z',
    '20270613T213000Z',
    'Marea: Sunday closing',
  ];
  const filed = async (url: string, get: Awaited<ReturnType<typeof bought>>['get']) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    return entriesOf(reply.body).map(([uid, ...rest]) => [uid?.replace(/@.*/, '@localhost'), ...rest]);
  };
  const days = await bought(eventId, sunday, friday, friday);
  expect(await filed(`orders/${days.shortId}/calendar.ics`, days.get)).toEqual([ofFriday, ofSunday]);
  expect(await filed(`tickets/${days.attendees[0]?.shortId}/calendar.ics`, days.get)).toEqual([ofSunday]);
  const mixed = await bought(eventId, pass, sunday, support);
  expect(await filed(`orders/${mixed.shortId}/calendar.ics`, mixed.get)).toEqual([whole, ofSunday]);
  expect(await filed(`events/${eventId}/calendar.ics`, mixed.get)).toEqual([whole]);
});

test('mail, its files and the printed ticket say the day of a ticket', async () => {
  const { eventId, friday, pass } = await festival();
  const day = await bought(eventId, friday);
  const both = await bought(eventId, friday, pass);
  await app.runJobs();
  const mailOf = async (orderId: number) =>
    db
      .selectFrom('mails')
      .select(['text_body'])
      .where('order_id', '=', orderId)
      .where('kind', '=', 'order_confirmation')
      .executeTakeFirstOrThrow();
  const alone = (await mailOf(day.orderId)).text_body ?? '';
  expect(alone).toContain('Fri 11 June 2027');
  expect(alone).toContain('18:00–02:00');
  expect(alone).not.toContain('13 June');
  expect(alone).toContain(`/api/public/orders/${day.shortId}/calendar.ics`);
  const mixed = (await mailOf(both.orderId)).text_body ?? '';
  expect(mixed).toContain('Fri 11 – Sun 13 June 2027');
  expect(mixed).toContain('Friday night, Fri 11 June 2027, 18:00–02:00');
  const pdf = await both.get(`orders/${both.shortId}/tickets.pdf`);
  const [ofFriday, ofPass] = await pdfText(pdf.rawPayload);
  expect(ofFriday).toContain('Fri 11 June 2027');
  expect(ofFriday).toContain('18:00–02:00');
  expect(ofPass).toContain('Fri 11 – Sun 13 June 2027');
});
