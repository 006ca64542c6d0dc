import { getOrder, reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import { apiClient } from './api.ts';
import { unique } from './environment.ts';

/** A free order for so many people, and their codes. */
export async function orderCodes(eventId: number, priceId: number, quantity: number): Promise<string[]> {
  const client = apiClient();
  const { data: held } = await client.call(reserveOrder, {
    params: { eventId: String(eventId) },
    body: { items: [{ priceId, quantity }], locale: 'en' },
  });
  const params = { orderShortId: held.shortId };
  const itemId = held.lines[0]?.id ?? 0;
  const buyer = { firstName: 'Lucía', lastName: 'Márquez', email: `lucia-${unique()}@example.com` };
  const attendees = Array.from({ length: quantity }, () => ({ itemId, ...buyer }));
  await client.call(saveOrderDetails, { params, body: { ...buyer, sendAllToBuyer: false, attendees } });
  const { data } = await client.call(getOrder, { params });
  return data.tickets.map(({ code }) => code);
}

/** A code of which one letter was changed. */
export const tampered = (code: string): string =>
  `${code.slice(0, 30)}${code[30] === 'A' ? 'B' : 'A'}${code.slice(31)}`;
