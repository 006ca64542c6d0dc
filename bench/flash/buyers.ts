import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '../load/requests.ts';
import { createRandom } from '../random.ts';
import { type Meter, openBrowser, openLine } from './browser.ts';
import { buy, type Outcome } from './buyer.ts';
import type { FlashShop } from './shop.ts';

export type CrowdSpec = {
  port: number;
  buyers: number;
  seed: number;
  shop: FlashShop;
  /** The time in which all buyers arrive. */
  arriveMs: number;
};

export type CrowdResult = Meter & { outcomes: Record<Outcome, number> };

export type FromCrowd = { letGo: string } | { result: CrowdResult } | { error: string };

const CONNECTIONS = 1000;

async function runCrowd(spec: CrowdSpec, sale: { isOver: () => boolean }): Promise<CrowdResult> {
  const meter: Meter = { byStatus: {}, honestBusy: 0, wrong: [], callMs: { wanting: [], having: [] } };
  const outcomes: Record<Outcome, number> = {
    bought: 0,
    'sold out': 0,
    abandoned: 0,
    'let expire': 0,
    'held too long': 0,
    'gave up': 0,
  };
  const line = openLine(spec.port, CONNECTIONS);
  const letGo = (orderShortId: string) => void process.send?.({ letGo: orderShortId } satisfies FromCrowd);
  const one = async (nth: number) => {
    const random = createRandom(spec.seed * 1_000_003 + nth);
    await wait(random() * spec.arriveMs);
    const call = openBrowser(line, meter, { address: addressOf(nth), random, isOver: sale.isOver });
    try {
      const outcome = await buy(call, { shop: spec.shop, letGo, ...sale }, random, `buyer${nth}`);
      outcomes[outcome] += 1;
    } catch (error) {
      meter.wrong.push(`buyer ${nth}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await Promise.all(Array.from({ length: spec.buyers }, (_, nth) => one(nth)));
  line.close();
  return { ...meter, outcomes };
}

let isOver = false;
process.on('message', (message: CrowdSpec | 'sold') => {
  if (message === 'sold') {
    isOver = true;
    return;
  }
  runCrowd(message, { isOver: () => isOver }).then(
    (result) => process.send?.({ result } satisfies FromCrowd),
    (error: unknown) => process.send?.({ error: String(error) } satisfies FromCrowd),
  );
});
process.on('disconnect', () => process.exit(0));
