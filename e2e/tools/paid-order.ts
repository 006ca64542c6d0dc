import { getOrder, reserveOrder, saveOrderDetails, startPayment } from '@entrada/contract/sales/checkout';
import { apiClient } from './api.ts';
import { baseUrl } from './environment.ts';

/** Lucía buys two tickets, for herself and for Tomás, and pays at the test bank, without a browser. */
export async function buyPaid(sale: { eventId: number; priceId: number; email: string; card: string }) {
  const { eventId, priceId, email, card } = sale;
  const buyer = { firstName: 'Lucía', lastName: 'Márquez', email };
  const client = apiClient();
  const { data: held } = await client.call(reserveOrder, {
    params: { eventId: String(eventId) },
    body: { items: [{ priceId, quantity: 2 }], locale: 'en' },
  });
  const params = { orderShortId: held.shortId };
  const itemId = held.lines[0]?.id ?? 0;
  await client.call(saveOrderDetails, {
    params,
    body: {
      ...buyer,
      sendAllToBuyer: false,
      attendees: [
        { itemId, ...buyer },
        { itemId, firstName: 'Tomás', lastName: 'O’Brien', email },
      ],
    },
  });
  const { data: payment } = await client.call(startPayment, { params });
  const reply = await fetch(`${baseUrl()}${payment.confirmUrl}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      number: card.replaceAll(' ', ''),
      expiry: '12/39',
      cvc: '123',
      name: 'Lucía Márquez',
      country: 'ES',
      postalCode: '46024',
      clientToken: payment.clientToken,
    }),
  });
  if (!reply.ok) throw new Error(`The test bank answered ${reply.status} ${await reply.text()}`);
  // The pauses grow, because an order may be read 30 times a minute.
  for (let tries = 1; tries <= 25; tries += 1) {
    const { data: order } = await client.call(getOrder, { params });
    if (order.step === 'summary') return;
    await new Promise((done) => setTimeout(done, tries * 100));
  }
  throw new Error('The paid order was not completed');
}
