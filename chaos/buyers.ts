import { setTimeout as wait } from 'node:timers/promises';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { type Answer, type Browser, openBrowser, type Traffic } from './client.ts';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';
import type { Shop } from './shop.ts';

/** The parts of the run that buyers need. */
export type Scene = {
  shop: Shop;
  traffic: Traffic;
  journal: Journal;
  /** Lets the hold of an order run out. Its deadline was then `seconds` ago. */
  runOut: (order: string, seconds: number) => void;
  /** Ends the time in which a change of an event can be taken back. */
  beginNow: (change: number) => void;
};

type Visit = { scene: Scene; random: Random; browser: Browser };
type Started = { clientToken: string; confirmUrl: string; amount: number };

const APPROVED = '4242424242424242';
const PROCESSING = '4000000000000077';
const CARDS = [
  APPROVED,
  APPROVED,
  APPROVED,
  '4000000000000002',
  '4000002760003184',
  '4000002760003184',
  '4000008400001629',
  PROCESSING,
  PROCESSING,
  '4000000000000341',
  '4000000000007726',
] as const;
const CARD = { expiry: '12/39', cvc: '123', name: 'Lucía Márquez', country: 'ES', postalCode: '08001' };
const POLLS = 12;

export const isDone = (answer: Answer | null): answer is Answer => answer !== null && answer.status < 300;
export const dataOf = <T>(answer: Answer) => (answer.body as { data: T }).data;
const orderPath = (order: string) => `/api/public/orders/${order}`;

function selection({ shop }: Scene, random: Random) {
  const roll = random.next();
  const items =
    roll < 0.45
      ? [{ priceId: shop.general, quantity: random.integer(1, 4) }]
      : roll < 0.6
        ? [{ priceId: shop.free, quantity: random.integer(1, 3) }]
        : roll < 0.75
          ? [
              { priceId: random.pick(shop.tiers), quantity: random.integer(1, 3) },
              { priceId: shop.free, quantity: 1 },
            ]
          : [{ priceId: shop.scarce, quantity: random.integer(1, 3) }];
  return { items, ...(random.chance(0.25) && { promoCode: shop.promo }) };
}

async function reserve(
  visit: Visit,
  body: object,
  eventId = visit.scene.shop.eventId,
): Promise<BuyerOrder | null> {
  const { scene, browser } = visit;
  const path = `/api/public/events/${eventId}/orders`;
  const answer = await browser.call('POST', path, { body, key: true });
  if (!isDone(answer)) return null;
  const held = dataOf<BuyerOrder>(answer);
  scene.journal.add({ kind: 'held', order: held.shortId, total: held.total });
  return held;
}

async function abandon(visit: Visit, order: string): Promise<void> {
  const answer = await visit.browser.call('DELETE', orderPath(order));
  if (isDone(answer)) visit.scene.journal.add({ kind: 'abandoned', order });
}

/** Records what a reply says about a complete order. */
function noteOrder({ scene }: Visit, order: BuyerOrder): void {
  if (order.step !== 'summary') return;
  const tickets = order.tickets.map(({ shortId }) => shortId);
  scene.journal.add({ kind: 'completed', order: order.shortId, tickets });
}

async function giveDetails(visit: Visit, order: string): Promise<BuyerOrder | null> {
  const { browser, random, scene } = visit;
  const email = `lucia-${random
    .key()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}@example.com`;
  const answer = await browser.call('PUT', `${orderPath(order)}/details`, {
    key: true,
    body: {
      firstName: 'Lucía',
      lastName: 'Márquez',
      email,
      emailConfirmation: email,
      sendAllToBuyer: true,
      attendees: [],
    },
  });
  if (!isDone(answer)) return null;
  scene.journal.add({ kind: 'named', order, email });
  const saved = dataOf<BuyerOrder>(answer);
  noteOrder(visit, saved);
  return saved;
}

async function startPayment(visit: Visit, order: string): Promise<Started | null> {
  const answer = await visit.browser.call('POST', `${orderPath(order)}/payment`, { key: true });
  if (!isDone(answer)) return null;
  const started = dataOf<Started>(answer);
  const payment = decodeURIComponent(started.confirmUrl.split('/').at(-2) ?? '');
  visit.scene.journal.add({ kind: 'started', order, payment, amount: started.amount });
  return started;
}

/** Sends a card to the bank's form, and answers the bank's question if there is one. */
async function confirm(visit: Visit, started: Started, number: string): Promise<string> {
  const { browser, random, scene } = visit;
  const answer = await browser.call('POST', started.confirmUrl, {
    body: { ...CARD, number, clientToken: started.clientToken },
  });
  if (!isDone(answer)) return 'refused';
  const said = answer.body as { id: string; status: string; nextActionUrl: string | null };
  if (said.status === 'succeeded') scene.journal.add({ kind: 'paid', payment: said.id });
  if (said.nextActionUrl === null || random.chance(0.15)) return said.status;
  const url = new URL(said.nextActionUrl, 'http://localhost');
  await browser.call('POST', `${url.pathname}${url.search}`, {
    body: `decision=${random.chance(0.85) ? 'approve' : 'refuse'}`,
    type: 'application/x-www-form-urlencoded',
  });
  return said.status;
}

/** Acts like the return page: asks until the order is final. */
async function comeBack(visit: Visit, order: string): Promise<BuyerOrder | null> {
  let last: BuyerOrder | null = null;
  for (let poll = 0; poll < POLLS; poll += 1) {
    const answer = await visit.browser.call('POST', `${orderPath(order)}/payment/refresh`);
    if (!isDone(answer)) return last;
    last = dataOf<BuyerOrder>(answer);
    if (last.step !== 'processing') break;
    await wait(300);
  }
  if (last) noteOrder(visit, last);
  return last;
}

async function goToTheDoor(visit: Visit, order: BuyerOrder): Promise<void> {
  const { browser, random, scene } = visit;
  const ticket = order.tickets[0];
  if (!ticket) return;
  const list = scene.shop.listShortId;
  const path = `/api/public/check-in-lists/${list}/check-ins`;
  const scan = {
    device: `Puerta ${random.integer(1, 3)}`,
    nonce: random.key(),
    scannedAt: new Date().toISOString(),
  };
  const answer = await browser.call('POST', path, { body: { method: 'scan', code: ticket.code, ...scan } });
  if (!isDone(answer)) return;
  const { verdict, guest } = dataOf<{ verdict: string; guest: { reference: string } | null }>(answer);
  if (verdict !== 'admitted' || !guest) {
    scene.traffic.problems.push(`A valid ticket was not let in: ${verdict} (${ticket.reference})`);
    return;
  }
  scene.journal.add({ kind: 'admitted', list, nonce: scan.nonce, reference: guest.reference });
  if (!random.chance(0.3)) return;
  const nonce = random.key();
  const undone = await browser.call('DELETE', `${path}/${guest.reference}`, { body: { ...scan, nonce } });
  if (isDone(undone)) scene.journal.add({ kind: 'undone', list, nonce });
}

/** Pays. If the first card is refused, it may try a second card. Some buyers leave during the payment. */
async function pay(visit: Visit, order: string): Promise<BuyerOrder | null> {
  const { random } = visit;
  const started = await startPayment(visit, order);
  if (!started) return null;
  if (random.chance(0.08)) {
    if (random.chance(0.5)) await abandon(visit, order);
    else visit.scene.runOut(order, 1);
    return null;
  }
  const status = await confirm(visit, started, random.pick(CARDS));
  if (status === 'requires_payment' && random.chance(0.6)) await confirm(visit, started, APPROVED);
  if (random.chance(0.1)) visit.scene.runOut(order, 1);
  if (random.chance(0.06)) await abandon(visit, order);
  // A quarter of the buyers never come back. The webhook or the sweep must finish their orders.
  if (random.chance(0.25)) return null;
  return comeBack(visit, order);
}

/** One buyer's visit, from the choice of tickets to the door. */
export async function visitShop(scene: Scene, random: Random): Promise<void> {
  const visit: Visit = { scene, random, browser: openBrowser(scene.traffic, random) };
  let held = await reserve(visit, selection(scene, random));
  if (!held) return;
  if (random.chance(0.15)) held = (await reserve(visit, selection(scene, random))) ?? held;
  const { shortId } = held;
  if (random.chance(0.2)) {
    const answer = await visit.browser.call('POST', `${orderPath(shortId)}/extend`);
    if (isDone(answer)) scene.journal.add({ kind: 'extended', order: shortId });
  }
  if (random.chance(0.1)) return abandon(visit, shortId);
  if (random.chance(0.15)) return scene.runOut(shortId, 1);
  const saved = await giveDetails(visit, shortId);
  if (!saved) return;
  const done = saved.total === 0 ? saved : await pay(visit, shortId);
  if (done?.step === 'summary' && random.chance(0.6)) await goToTheDoor(visit, done);
}

/** Takes one free ticket for an event. Answers the order as far as it came. */
export async function buyFreely(
  scene: Scene,
  random: Random,
  { eventId, priceId }: { eventId: number; priceId: number },
): Promise<BuyerOrder | null> {
  const visit: Visit = { scene, random, browser: openBrowser(scene.traffic, random) };
  const held = await reserve(visit, { items: [{ priceId, quantity: 1 }] }, eventId);
  return held && giveDetails(visit, held.shortId);
}

/**
 * Pays with a slow card. Meanwhile the hold ends and another buyer takes the seat. The money must be refunded,
 * unless the payment was faster.
 */
export async function payTooLate(scene: Scene, random: Random, seat: number): Promise<void> {
  const late: Visit = { scene, random, browser: openBrowser(scene.traffic, random) };
  const held = await reserve(late, { items: [{ priceId: seat, quantity: 1 }] });
  if (!held || !(await giveDetails(late, held.shortId))) return;
  const started = await startPayment(late, held.shortId);
  if (!started || (await confirm(late, started, PROCESSING)) !== 'processing') return;
  scene.runOut(held.shortId, 200);
  const rival: Visit = { scene, random, browser: openBrowser(scene.traffic, random) };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const theirs = await reserve(rival, { items: [{ priceId: seat, quantity: 1 }] });
    if (theirs) {
      await giveDetails(rival, theirs.shortId);
      break;
    }
    await wait(200);
  }
  await comeBack(late, held.shortId);
}
