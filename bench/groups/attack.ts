import { insertOrders } from '../bulk.ts';
import { type LoadResult, type LoadSpec, startLoad, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { ratios } from '../stats.ts';
import { type Bench, openWorld, prepare } from '../world.ts';

const READERS = 16;
const READS = 100;
const ADDRESSES = 3;
/** All that the limits allow three addresses: 300 reads a minute each (docs/configuration.md). */
const ASKED = (ADDRESSES * 300) / 60;
const TICKETS = 10;
const WINDOW_MS = 3000;

/**
 * Row A21: what strangers feel of three addresses that ask for PDF tickets within all limits, each time those of
 * another order.
 */
export async function attackGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench);
  const attack = await startLoad(1);
  try {
    const shop = await buildShop(world.database.db, { type: 'free' });
    const perRound = (ASKED * WINDOW_MS) / 1000;
    const orders = await prepare(world.url, (client) => {
      const count = perRound * (bench.rounds + 1);
      return insertOrders(client, { shop, count, status: 'completed', attendees: true, quantity: TICKETS });
    });
    const reads = (): Promise<LoadResult> =>
      bench.load.run({
        port: world.port,
        clients: READERS,
        durationMs: WINDOW_MS,
        perSecond: READS,
        job: { kind: 'read', path: `/api/public/events/${shop.eventId}` },
      });
    const asked = (): LoadSpec => ({
      port: world.port,
      clients: ADDRESSES,
      durationMs: WINDOW_MS,
      perSecond: ASKED,
      job: { kind: 'tickets', orderShortIds: orders.splice(0, perRound), addresses: ADDRESSES },
    });
    const attacked = async () => {
      const [read, pdf] = await Promise.all([reads(), attack.run(asked())]);
      return { read, pdf };
    };
    await attacked();
    const pdfs: LoadResult[] = [];
    const p99s = await interleave(bench.rounds, [
      { name: 'idle', run: async () => (await reads()).p99 },
      {
        name: 'attacked',
        run: async () => {
          const { read, pdf } = await attacked();
          pdfs.push(pdf);
          const stray = strays(read, 200);
          if (stray) report.note(`attack: other replies to readers ${stray}`);
          return read.p99;
        },
      },
    ]);
    report.figure('-', `public reads at ${READS}/s: p99`, 'ms', p99s.idle);
    report.figure('-', `the same while ${ADDRESSES} addresses ask for PDF tickets`, 'ms', p99s.attacked);
    report.goal('A21', 'public reads under that / idle, p99', 'x', ratios(p99s.attacked, p99s.idle), {
      atMost: 3,
    });
    const served = pdfs.map((pdf) => (pdf.byStatus[200] ?? 0) / (WINDOW_MS / 1000));
    report.figure('-', `PDF files of ${TICKETS} tickets, of ${ASKED} asked for`, '/s', served);
    const others = pdfs.map((pdf) => strays(pdf, 200)).filter(Boolean);
    if (others.length > 0) report.note(`attack: other replies to PDF requests ${others.join('; ')}`);
  } finally {
    attack.stop();
    await world.close();
  }
}
