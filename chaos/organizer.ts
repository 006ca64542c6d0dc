import { setTimeout as wait } from 'node:timers/promises';
import type { ChangePlan, EventChange } from '@entrada/contract/sales/event-changes/endpoints';
import { buyFreely, dataOf, isDone, type Scene } from './buyers.ts';
import { type Browser, openBrowser } from './client.ts';
import type { Random } from './random.ts';

const GUESTS = 4;
const DAY_MS = 86_400_000;

/** Fills the event that moves with some complete orders. Throws if one does not come about. */
export async function fillMovingEvent(scene: Scene, random: Random): Promise<void> {
  for (let guest = 0; guest < GUESTS; guest += 1) {
    const order = await buyFreely(scene, random.fork(`guest ${guest}`), scene.shop.moving);
    if (order?.step !== 'summary') throw new Error('Nobody could buy for the event that moves');
  }
}

/** Signs the organizer in as the form does. Null: nobody answered. */
async function signIn({ shop, traffic }: Scene, random: Random): Promise<Browser | null> {
  const browser = openBrowser(traffic, random);
  const answer = await browser.call('POST', '/api/auth/login', { body: shop.organizer });
  return isDone(answer) ? browser : null;
}

type Visit = { scene: Scene; random: Random; browser: Browser };

/** Moves the event to another day, which is `days` from now. Null if an earlier change is under way. */
async function move({ scene, browser }: Visit, days: number): Promise<EventChange | null> {
  const event = `/api/events/${scene.shop.moving.eventId}`;
  const plan = await browser.call('GET', `${event}/change-plan`);
  if (!isDone(plan)) return null;
  const answer = await browser.call('POST', `${event}/move`, {
    key: true,
    body: {
      version: dataOf<ChangePlan>(plan).version,
      startsAt: new Date(Date.now() + days * DAY_MS).toISOString(),
      money: 'none',
      returnsUntil: null,
      messages: {},
    },
  });
  return isDone(answer) ? dataOf<EventChange>(answer) : null;
}

async function takeBack({ scene, browser }: Visit, { id }: EventChange): Promise<void> {
  const path = `/api/events/${scene.shop.moving.eventId}/changes/${id}/undo`;
  const answer = await browser.call('POST', path);
  if (isDone(answer)) scene.journal.add({ kind: 'taken-back', change: id });
}

/**
 * Moves one event again and again and tells everybody who has a ticket, until the load ends. Takes some changes back. Most
 * others begin at once, so that a run need not wait for the time to undo each time.
 */
export async function keepMoving(scene: Scene, random: Random): Promise<void> {
  const { traffic, journal } = scene;
  const isOver = () => performance.now() >= traffic.isOverAt;
  let browser = await signIn(scene, random);
  for (let day = 1; !isOver(); day = (day % 60) + 1) {
    await wait(1_000);
    if (traffic.isCrowded) continue;
    browser ??= await signIn(scene, random);
    if (!browser) continue;
    const visit = { scene, random, browser };
    const change = await move(visit, 30 + day);
    if (!change) continue;
    if (random.chance(0.15)) {
      await takeBack(visit, change);
      continue;
    }
    journal.add({ kind: 'moved', change: change.id, startsAt: change.after.startsAt });
    if (random.chance(0.8)) scene.beginNow(change.id);
  }
}
