import { listGuests } from '@entrada/contract/door/check-in';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import { getOrderAnswers } from '@entrada/contract/sales/order-answers';
import { renderTicketPdf } from '@entrada/documents';
import { pdfText } from '@entrada/documents/test/pdf-text';
import type { TicketPdfData } from '@entrada/documents/types';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;

/** An order of a Chinese buyer for an early day ticket in València. */
async function chineseOrder() {
  const { accountId, token } = await buildAccount(db);
  const event = await buildEvent(db, {
    accountId,
    settings: {
      venue_name: '海事中心',
      address_line_1: 'Moll 1',
      postal_code: '46024',
      city: 'València',
      country: 'ES',
    },
  });
  const { eventId } = event;
  const ticket = await buildTicket(db, {
    accountId,
    eventId,
    type: 'tiered',
    name: '日票',
    prices: [{ label: '早鸟', amount: 0 }],
  });
  const order = await buildOrder(db, {
    eventId,
    items: [{ priceId: ticket.priceId, quantity: 1 }],
    buyer: { firstName: '小明', lastName: '王', email: 'wang@example.org' },
    locale: 'zh-cn',
    sendMails: true,
  });
  return { eventId, order, owner: app.as({ token }) };
}

test('addresses, tickets and names of a Chinese reader have Chinese commas and the family name first', async () => {
  const { eventId, order, owner } = await chineseOrder();
  await app.runJobs();
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'text_body'])
    .where('order_id', '=', order.orderId)
    .where('kind', '=', 'order_confirmation')
    .executeTakeFirstOrThrow();
  expect(mail.text_body).toContain('Moll 1，46024 València，西班牙');
  expect(mail.text_body).toContain('王小明，日票，早鸟');

  const { drawing } = await db
    .selectFrom('mail_attachments')
    .select('drawing')
    .where('mail_id', '=', mail.id)
    .where('drawing', 'is not', null)
    .executeTakeFirstOrThrow();
  const { data } = drawing as unknown as { data: TicketPdfData };
  expect(data.event.location?.address).toBe('Moll 1，46024 València，西班牙');
  const pdf = await pdfText(await renderTicketPdf({ ...data, cover: null }, 'zh-cn'));
  expect(pdf.join('').replaceAll(/\s/g, '')).toContain('西班牙');

  const calendar = await app
    .as()
    .send({ method: 'GET', url: `/api/public/orders/${order.shortId}/calendar.ics` });
  expect(calendar.body.replaceAll(/\r\n /g, '')).toContain('海事中心，Moll 1，46024 València，西班牙');

  const list = await owner.call(createCheckInList, {
    params: { eventId: String(eventId) },
    body: {
      name: '正门',
      description: '',
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      expiresAt: null,
    },
  });
  const guests = await app.as().call(listGuests, {
    params: { listShortId: list.body.data.shortId },
    query: { query: '王小明' },
  });
  expect(guests.body.data).toMatchObject([{ name: '王小明', ticket: '日票，早鸟' }]);

  const answers = await owner.call(getOrderAnswers, {
    params: { eventId: String(eventId), orderId: String(order.orderId) },
  });
  expect(answers.body.data[1]?.attendee).toMatchObject({ name: '王小明', ticketName: '日票，早鸟' });
});
