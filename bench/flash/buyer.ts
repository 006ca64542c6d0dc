import { setTimeout as wait } from 'node:timers/promises';
import { below, type Random } from '../random.ts';
import type { Answer } from './browser.ts';
import type { FlashShop } from './shop.ts';

export type Call = (method: string, path: string, body: unknown, key: string) => Promise<Answer | null>;

export type Outcome = 'bought' | 'sold out' | 'abandoned' | 'let expire' | 'held too long' | 'gave up';

export type Sale = {
  shop: FlashShop;
  /** Everything is sold. */
  isOver: () => boolean;
  /** Reports a hold whose buyer does not come back. */
  letGo: (orderShortId: string) => void;
};

const SHARE = { code: 0.6, abandon: 0.1, letExpire: 0.08, declined: 0.05, comesBack: 0.2 };
const CARD = { expiry: '12/39', cvc: '123', name: 'Ada Buyer', country: 'ES', postalCode: '08001' };
const [GOOD_CARD, BAD_CARD] = ['4242424242424242', '4000000000000002'];
const CHECKS = 60;

const between = (random: Random, from: number, to: number) => wait(from + random() * (to - from));

/** Tries one ticket after another until something is held. Null if this buyer gets nothing. */
async function hold(call: Call, sale: Sale, random: Random, name: string): Promise<Answer | null> {
  const { priceIds, promoCode, eventId } = sale.shop;
  const isPersistent = random() < SHARE.comesBack;
  let quantity = 1 + below(random, 4);
  let ticket = below(random, priceIds.length);
  let code = random() < SHARE.code;
  for (let attempt = 0, refusals = 0; !sale.isOver(); attempt += 1) {
    const body = { items: [{ priceId: priceIds[ticket], quantity }], ...(code && { promoCode }) };
    const reply = await call(
      'POST',
      `/api/public/events/${eventId}/orders`,
      body,
      `${name}_${attempt}_reserve`,
    );
    if (reply === null || reply.status === 201) return reply;
    if (reply.code.startsWith('PROMO_CODE')) code = false;
    else if (reply.code === 'NOT_ENOUGH_LEFT' && quantity > 1) quantity = 1;
    else if (reply.code === 'SOLD_OUT' || reply.code === 'NOT_ENOUGH_LEFT') {
      ticket = (ticket + 1) % priceIds.length;
      refusals += 1;
      // Every type was refused once. Few buyers come back; those try one type from time to time.
      if (refusals >= priceIds.length) {
        if (!isPersistent) return null;
        await between(random, 6000, 12_000);
      }
    } else if (reply.code === 'PROOF_REQUIRED') await between(random, 10_000, 20_000);
    else throw new Error(`A reservation was refused with ${reply.status} ${reply.code}`);
  }
  return null;
}

/** Pays at the test bank. Some cards are declined first. */
async function pay(call: Call, random: Random, order: string, name: string): Promise<boolean> {
  const path = `/api/public/orders/${order}`;
  const isDeclinedFirst = random() < SHARE.declined;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const started = await call('POST', `${path}/payment`, undefined, `${name}_${attempt}_payment`);
    if (started === null || started.status !== 200) return false;
    const { confirmUrl, clientToken } = started.data;
    const number = isDeclinedFirst && attempt === 0 ? BAD_CARD : GOOD_CARD;
    const card = { ...CARD, number, clientToken };
    if ((await call('POST', String(confirmUrl), card, `${name}_${attempt}_confirm`)) === null) return false;
    for (let check = 0; check < CHECKS; check += 1) {
      const now = await call('POST', `${path}/payment/refresh`, undefined, `${name}_refresh`);
      const step = now?.data['step'];
      if (step === 'summary') return true;
      if (now === null || step === 'expired' || step === 'cancelled') return false;
      if (step === 'failed' || step === 'payment') break;
      await between(random, 500, 1500);
    }
  }
  return false;
}

/** One buyer, from the first click to the ticket or to the step at which the buyer leaves. */
export async function buy(call: Call, sale: Sale, random: Random, name: string): Promise<Outcome> {
  const held = await hold(call, sale, random, name);
  if (held === null) return 'sold out';
  const order = String(held.data['shortId']);
  const mood = random();
  await between(random, 100, 1500);
  if (mood < SHARE.abandon) {
    await call('DELETE', `/api/public/orders/${order}`, undefined, `${name}_leave`);
    return 'abandoned';
  }
  if (mood < SHARE.abandon + SHARE.letExpire) {
    sale.letGo(order);
    return 'let expire';
  }
  const email = `${name}@example.com`;
  const person = { firstName: 'Ada', lastName: 'Buyer', email, emailConfirmation: email };
  const details = { ...person, sendAllToBuyer: true, attendees: [] };
  const saved = await call('PUT', `/api/public/orders/${order}/details`, details, `${name}_details`);
  if (saved === null) return 'gave up';
  if (saved.status !== 200) return 'held too long';
  if (saved.data['step'] === 'summary') return 'bought';
  return (await pay(call, random, order, name)) ? 'bought' : 'gave up';
}
