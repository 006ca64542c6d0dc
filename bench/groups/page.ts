import { randomBytes } from 'node:crypto';
import { COOKIES } from '@entrada/contract/constants';
import { eventPath } from '../../server/catalog/events/service.ts';
import { HELLO } from '../contestants/routes.ts';
import { type LoadSpec, rateOf, strays } from '../load/run.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { buildShop } from '../shops.ts';
import { median, ratios } from '../stats.ts';
import { type Bench, openWorld, type World } from '../world.ts';

const CLIENTS = 64;
/** Rendered pages are slow. There are few clients, so that few requests remain when the next contestant starts. */
const RENDERED_CLIENTS = 8;
const WARM_UP_MS = 1500;
const AFFILIATE = 'RADIO';

/** The path of an event's page, as in its links. The event has an affiliate. */
async function pagePath(world: World): Promise<string> {
  const { eventId } = await buildShop(world.database.db);
  const event = await world.database.db
    .selectFrom('events')
    .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
    .select(['events.id', 'events.slug', 'organizers.slug as organizerSlug', 'events.account_id'])
    .where('events.id', '=', eventId)
    .executeTakeFirstOrThrow();
  await world.database.db
    .insertInto('affiliates')
    .values({ account_id: event.account_id, event_id: event.id, code: AFFILIATE, name: 'Radio' })
    .execute();
  return eventPath(event);
}

/** A script that the page loads. */
async function scriptOf(world: World, path: string): Promise<string> {
  const html = await (await fetch(`http://127.0.0.1:${world.port}${path}`)).text();
  const found = /\/assets\/[\w-]+\.js/.exec(html)?.[0];
  if (!found) throw new Error('The page loads no script');
  return found;
}

/**
 * The event page for many anonymous visitors, with gzip, compared with the smallest reply of the same server. Who was
 * here before has a cart without an order. Who seems to be signed in gets a page of their own, which shows the cost of
 * rendering.
 */
export async function pageGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench, { pages: true });
  try {
    const path = await pagePath(world);
    const spec = (job: { path: string; cookie?: string }, durationMs = bench.windowMs): LoadSpec => ({
      port: world.port,
      clients: job.cookie?.startsWith(COOKIES.session) ? RENDERED_CLIENTS : CLIENTS,
      durationMs,
      job: { kind: 'read', ...job },
    });
    const jobs = {
      page: { path },
      back: { path, cookie: `${COOKIES.cart}=${randomBytes(32).toString('base64url')}` },
      script: { path: await scriptOf(world, path) },
      link: { path: `${path}?aff=${AFFILIATE}` },
      rendered: { path, cookie: `${COOKIES.session}=none` },
      hello: { path: HELLO },
    };
    const p99s: number[] = [];
    // Runs twice, because the load of one contestant partly undoes the warm-up of the previous one.
    for (const job of [...Object.values(jobs), ...Object.values(jobs)])
      await bench.load.run(spec(job, WARM_UP_MS));
    const rates = await interleave(
      bench.rounds,
      (['page', 'back', 'script', 'link', 'rendered', 'hello'] as const).map((name) => ({
        name,
        run: async () => {
          const result = await bench.load.run(spec(jobs[name]));
          const stray = strays(result, 200);
          if (stray) report.note(`page ${name}: other replies ${stray}`);
          if (name === 'page') p99s.push(result.p99);
          return rateOf(result, 200);
        },
      })),
    );
    report.figure('-', `GET JSON hello, ${CLIENTS} clients`, '/s', rates.hello);
    report.figure('-', `GET event page, anybody, ${CLIENTS} clients`, '/s', rates.page);
    report.figure('-', `GET event page, who was here before, ${CLIENTS} clients`, '/s', rates.back);
    report.figure('-', `GET a script of the event page, ${CLIENTS} clients`, '/s', rates.script);
    report.figure('-', `GET event page by an affiliate's link, ${CLIENTS} clients`, '/s', rates.link);
    report.figure('-', `GET event page, rendered for one, ${RENDERED_CLIENTS} clients`, '/s', rates.rendered);
    report.figure('-', 'p99 of the event page, anybody', 'ms', p99s);
    report.goal('page', 'event page, anybody / JSON hello', 'x', ratios(rates.page, rates.hello), {
      atLeast: 0.5,
    });
    report.goal(
      'page',
      'event page, who was here before / JSON hello',
      'x',
      ratios(rates.back, rates.hello),
      {
        atLeast: 0.5,
      },
    );
    report.figure('-', 'a script of the page / JSON hello', 'x', ratios(rates.script, rates.hello));
    report.figure('-', 'event page, anybody / rendered for one', 'x', [
      median(ratios(rates.page, rates.rendered)),
    ]);
  } finally {
    await world.close();
  }
}
