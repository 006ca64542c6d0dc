import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, visitor } from '../../test/shop.ts';
import { buildOrder } from '../reservations/factory.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const ana = { firstName: 'Ana', lastName: 'Roig', email: 'ana@example.com' };

test('a completed order is mailed to its buyer, its guests and the organizer, with tickets and calendar', async () => {
  const shop = await buildShop(db, {
    event: {
      settings: {
        online_details: 'https://meet.example/abc',
        is_online: true,
        support_email: 'hola@example.com',
      },
    },
    ticket: { type: 'tiered', prices: [{ label: 'Early', amount: 2500 }] },
  });
  const lucia = { firstName: 'Lucía', lastName: 'Márquez', email: 'lucia@example.com' };
  const order = await buildOrder(db, {
    eventId: shop.eventId,
    items: [{ priceId: shop.priceId, quantity: 3 }],
    attendees: [lucia, ana, { ...ana, email: 'ANA@example.com' }],
  });
  await app.runJobs();
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .orderBy('id')
    .execute();
  expect(mails.map(({ kind, status, to_address }) => [kind, status, to_address])).toEqual([
    ['order_confirmation', 'sent', 'lucia@example.com'],
    ['attendee_ticket', 'sent', 'ana@example.com'],
    ['new_order', 'sent', expect.any(String)],
  ]);
  const [confirmation, guest] = mails;
  expect(confirmation?.subject).toContain(shop.title);
  expect(confirmation?.text_body).toContain(order.reference);
  expect(confirmation?.text_body).toContain('https://meet.example/abc');
  for (const { shortId } of order.attendees) expect(confirmation?.text_body).toContain(shortId);
  const files = await db
    .selectFrom('mail_attachments')
    .selectAll()
    .where('mail_id', 'in', [confirmation?.id ?? 0, guest?.id ?? 0])
    .orderBy('id')
    .execute();
  expect(files.map((file) => [file.mail_id, file.content_type])).toEqual([
    [confirmation?.id, 'application/pdf'],
    [confirmation?.id, 'text/calendar; charset=utf-8'],
    [guest?.id, 'application/pdf'],
    [guest?.id, 'text/calendar; charset=utf-8'],
  ]);
  const pages = async (file: { id: number; mail_id: number; bytes: number | null } | undefined) => {
    const url = `/api/public/mailbox/${file?.mail_id}/attachments/${file?.id}`;
    const reply = await app.as().send({ method: 'GET', url });
    expect(reply.rawPayload.length).toBe(file?.bytes);
    return reply.rawPayload.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;
  };
  const drawn = files.filter((_, at) => at % 2 === 0);
  expect([await pages(drawn[0]), await pages(drawn[1])]).toEqual([3, 2]);
  // The mailbox stores what a PDF is drawn from, not the PDF.
  expect(drawn.map((file) => file.content.length)).toEqual([0, 0]);
});

test('tickets and calendars are downloaded by link; the public calendar keeps the online details to itself', async () => {
  const shop = await buildShop(db, {
    event: { settings: { online_details: 'secret-room', is_online: true } },
  });
  const order = await buildOrder(db, {
    eventId: shop.eventId,
    items: [{ priceId: shop.priceId, quantity: 1 }],
    sendMails: false,
  });
  const client = visitor(app);
  const get = (url: string) => client.send({ method: 'GET', url: `/api/public${url}` });
  const pdf = await get(`/orders/${order.shortId}/tickets.pdf`);
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(pdf.headers['content-disposition']).toBe(`attachment; filename="${order.reference}.pdf"`);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const one = await get(`/tickets/${order.attendees[0]?.shortId}/ticket.pdf`);
  expect(one.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const mine = await get(`/orders/${order.shortId}/calendar.ics`);
  expect(mine.body).toContain('secret-room');
  const everybody = await get(`/events/${shop.eventId}/calendar.ics`);
  expect(everybody.body).toContain('BEGIN:VCALENDAR');
  expect(everybody.body).not.toContain('secret-room');
  const draft = await buildShop(db, { event: { status: 'draft' } });
  expect((await get(`/events/${draft.eventId}/calendar.ics`)).statusCode).toBe(404);
  expect((await get(`/orders/o_${'A'.repeat(22)}/tickets.pdf`)).statusCode).toBe(404);
});
