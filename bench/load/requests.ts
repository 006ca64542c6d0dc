import { randomBytes } from 'node:crypto';
import { COOKIES } from '@entrada/contract/constants';
import { below, createRandom } from '../random.ts';
import { requestText } from './connection.ts';

/** The data of an event for the load: its two ticket types and its promo code. */
export type Shop = { eventId: number; priceIds: readonly [number, number]; promoCode: string };

/** The requests to send, as plain data, because the generator is another process. */
export type Job =
  /** `isBack`: each buyer's browser was here before, so it sends its cart cookie. */
  | {
      kind: 'reserve';
      at: 'product' | 'constant' | 'naive' | 'one-trip';
      shops: readonly Shop[];
      isBack?: boolean;
    }
  | { kind: 'complete'; at: 'product' | 'single'; orderShortIds: readonly string[] }
  | { kind: 'check-in'; listShortId: string; codes: readonly string[] }
  | { kind: 'read'; path: string; cookie?: string }
  /** The PDF tickets of one order after the other, asked for by a few addresses. */
  | { kind: 'tickets'; orderShortIds: readonly string[]; addresses: number };

const RESERVE_PATH = {
  product: (id: number) => `/api/public/events/${id}/orders`,
  constant: (id: number) => `/api/public/bench/events/${id}/constant`,
  naive: (id: number) => `/api/public/bench/events/${id}/naive`,
  'one-trip': (id: number) => `/api/public/bench/events/${id}/one-trip`,
};

/** Every simulated buyer has a different address, in the header of a proxy. */
export const addressOf = (nth: number): string => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;

const IDENTITY = randomBytes(6).toString('base64url');

/**
 * Makes the requests of a job one by one; null if there are no more. The mix of reservations: 1 to 4 tickets, every
 * tenth order with both ticket types, every tenth with the promo code, each with its own key and address.
 */
export function createRequests(job: Job, given: { seed: number; firstAddress: number }): () => string | null {
  const random = createRandom(given.seed);
  let nth = given.firstAddress - 1;
  let used = -1;
  const visitor = () => {
    nth += 1;
    return [`x-forwarded-for: ${addressOf(nth)}`];
  };
  const headers = () => [...visitor(), `idempotency-key: ${IDENTITY}_${given.seed}_${nth}`];

  if (job.kind === 'reserve') {
    const { shops, at, isBack = false } = job;
    const path = RESERVE_PATH[at];
    const cookies = () =>
      isBack ? [`cookie: ${COOKIES.cart}=${randomBytes(32).toString('base64url')}`] : [];
    return () => {
      const shop = shops[below(random, shops.length)];
      if (!shop) return null;
      const quantity = 1 + below(random, 4);
      const [first, second] = shop.priceIds;
      const items =
        quantity > 1 && random() < 0.1
          ? `{"priceId":${first},"quantity":${quantity - 1}},{"priceId":${second},"quantity":1}`
          : `{"priceId":${first},"quantity":${quantity}}`;
      const code = random() < 0.1 ? `,"promoCode":"${shop.promoCode}"` : '';
      const sent = [...headers(), ...cookies()];
      return requestText('POST', path(shop.eventId), sent, `{"items":[${items}]${code}}`);
    };
  }

  if (job.kind === 'read') {
    const { path, cookie } = job;
    const browser = [
      'accept-language: en-GB,en;q=0.9',
      'accept-encoding: gzip, deflate, br',
      ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
    ];
    return () => requestText('GET', path, [...visitor(), ...browser]);
  }

  if (job.kind === 'tickets') {
    return () => {
      used += 1;
      const shortId = job.orderShortIds[used];
      const address = `x-forwarded-for: 203.0.113.${1 + (used % job.addresses)}`;
      return shortId === undefined
        ? null
        : requestText('GET', `/api/public/orders/${shortId}/tickets.pdf`, [address]);
    };
  }

  if (job.kind === 'complete') {
    const prefix = job.at === 'product' ? '/api/public/orders' : '/api/public/bench/orders';
    return () => {
      used += 1;
      const shortId = job.orderShortIds[used];
      if (shortId === undefined) return null;
      const email = `buyer-${used}@example.com`;
      const body = {
        firstName: 'Ada',
        lastName: 'Buyer',
        email,
        emailConfirmation: email,
        sendAllToBuyer: true,
      };
      const text = JSON.stringify({ ...body, attendees: [] });
      return requestText('PUT', `${prefix}/${shortId}/details`, headers(), text);
    };
  }

  const path = `/api/public/check-in-lists/${job.listShortId}/check-ins`;
  const { codes } = job;
  return () => {
    used += 1;
    // Every tenth scan repeats a ticket that another door has just scanned.
    const isAgain = used > 0 && random() < 0.1;
    if (isAgain) used -= 1;
    const code = codes[used - (isAgain ? below(random, Math.min(used, 20)) : 0)];
    if (code === undefined) return null;
    const nonce = `${IDENTITY}_${given.seed}_${String(nth).padStart(12, '0')}`;
    const device = `door ${nth % 20}`;
    const body = { method: 'scan', code, device, nonce, scannedAt: new Date().toISOString() };
    return requestText('POST', path, headers(), JSON.stringify(body));
  };
}
