import { updateEvent } from '@entrada/contract/catalog/events';
import { getOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import * as own from '@entrada/contract/sales/own-tickets/changes';
import { expect } from 'vitest';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import type { TestApp } from '../../test/app.ts';
import { BUYER, buildShop, reserveAs } from '../../test/shop.ts';

/** Who comes with a ticket that had no name before. */
export const ANA = { firstName: 'Ana', lastName: 'Martí', email: 'ana@example.com' };

/** Two held tickets of an event whose buyers may say later who comes, and that asks each attendee for a size. */
export async function namesLater(
  app: TestApp,
  settings: Record<string, unknown> = {},
  ticket: Record<string, unknown> = {},
) {
  const { db } = app;
  const shop = await buildShop(db, { ticket });
  const { accountId, eventId } = shop;
  const given = { correctNames: true, correctNamesBefore: 1, correctNamesUnit: 'hours', namesLater: true };
  const changed = await app.as(shop).call(updateEvent, {
    params: { eventId: String(eventId) },
    body: { version: 1, settings: { ...given, ...settings } as never },
  });
  expect(changed.status, JSON.stringify(changed.problem)).toBe(200);
  const { questionId } = await buildQuestion(db, {
    accountId,
    eventId,
    scope: 'attendee',
    type: 'radio',
    options: ['S', 'M'],
    title: 'Size',
    required: true,
  });
  const buyer = app.as();
  const reserved = await reserveAs(buyer, eventId, [{ priceId: shop.priceId, quantity: 2 }]);
  const { shortId, lines } = reserved.body.data;
  const params = { orderShortId: shortId };
  const itemId = lines[0]?.id ?? 0;
  const save = (body: Record<string, unknown>) =>
    buyer.call(saveOrderDetails, {
      params,
      body: {
        ...BUYER,
        sendAllToBuyer: false,
        attendees: [
          { itemId, ...BUYER },
          { itemId, later: true },
        ],
        attendeeAnswers: [{ [questionId]: 'S' }, {}],
        ...body,
      } as never,
    });
  const order = async () => (await buyer.call(getOrder, { params })).body.data;
  const tickets = async () => (await buyer.call(own.getOwnTickets, { params })).body.data.tickets;
  const name = async (body: Record<string, unknown>) => {
    const { reference = '', version = 1 } = (await tickets())[1] ?? {};
    const of = { params: { ...params, reference } };
    return buyer.call(own.nameOwnTicket, { ...of, body: { version, ...ANA, ...body } });
  };
  return { shop, buyer, params, itemId, questionId, save, order, tickets, name };
}

/** The mails about an order to everybody but its organizer, after all jobs have run. */
export async function mailsAbout(app: TestApp, orderShortId: string) {
  await app.runJobs();
  return app.db
    .selectFrom('mails')
    .innerJoin('orders', 'orders.id', 'mails.order_id')
    .select(['mails.kind', 'mails.to_address as to', 'mails.text_body as text', 'mails.status'])
    .where('orders.short_id', '=', orderShortId)
    .where('mails.kind', '<>', 'new_order')
    .orderBy('mails.id')
    .execute();
}
