import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COOKIES, HEADERS, LIMITS } from '@entrada/contract/constants';
import type { GuestImport } from '@entrada/contract/sales/imports/endpoints';
import { buildSession } from '../../server/accounts/factory.ts';
import { verify } from '../../server/operations/verify/service.ts';
import { xsrfToken } from '../../server/platform/http/session.ts';
import type { Report } from '../report.ts';
import { SECRET } from '../secret.ts';
import { buildShop } from '../shops.ts';
import { type Bench, openWorld, type World } from '../world.ts';

const POLL_MS = 50;

/** One import over HTTP, from the request until everybody sees the guests. In seconds; `places`: until they are taken. */
async function importOnce(world: World, notify: boolean): Promise<{ all: number; places: number }> {
  const { db } = world.database;
  const shop = await buildShop(db, { type: 'free' });
  const token = await buildSession(db, shop.userId, shop.accountId);
  const { price_id: priceId } = await db
    .selectFrom('ticket_prices')
    .select('id as price_id')
    .where('ticket_id', '=', shop.ticketIds[0])
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: LIMITS.importedRows }, (_, at) => ({
    row: at + 2,
    firstName: `Guest ${at}`,
    lastName: 'Pla',
    email: `guest${at}@example.com`,
    priceId,
    plus: 0,
    note: '',
    locale: 'en',
  }));
  const url = `http://127.0.0.1:${world.port}/api/events/${shop.eventId}/guest-imports`;
  const headers = {
    'content-type': 'application/json',
    cookie: `${COOKIES.session}=${token}`,
    [HEADERS.xsrf]: xsrfToken(SECRET, token),
    [HEADERS.idempotency]: randomBytes(12).toString('base64url'),
  };
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const read = async (reply: Response): Promise<GuestImport> => {
    if (!reply.ok) throw new Error(`The import answered ${reply.status}: ${await reply.text()}`);
    return ((await reply.json()) as { data: GuestImport }).data;
  };
  const body = JSON.stringify({ rows, payment: null, notify, exceedCapacity: false });
  let found = await read(await fetch(url, { method: 'POST', headers, body }));
  const places = seconds();
  while (found.state === 'running') {
    await wait(POLL_MS);
    found = await read(await fetch(`${url}/${found.id}`, { headers }));
  }
  if (found.state !== 'done') throw new Error(`The import ended with ${found.failure}`);
  return { all: seconds(), places };
}

/** The seconds until the preview of a file of guests has its rows, with the thread that reads it. */
async function previewOnce(world: World): Promise<number> {
  const { db } = world.database;
  const shop = await buildShop(db, { type: 'free' });
  const token = await buildSession(db, shop.userId, shop.accountId);
  const lines = Array.from(
    { length: LIMITS.importedRows },
    (_, at) => `Guest ${at};Pla;guest${at}@example.com;${at % 3};Table ${at}`,
  );
  const body = new FormData();
  body.set('file', new Blob([['First name;Last name;Email;Plus;Note', ...lines].join('\n')]), 'guests.csv');
  const started = performance.now();
  const reply = await fetch(`http://127.0.0.1:${world.port}/api/events/${shop.eventId}/guest-files`, {
    method: 'POST',
    headers: { cookie: `${COOKIES.session}=${token}`, [HEADERS.xsrf]: xsrfToken(SECRET, token) },
    body,
  });
  const { data } = (await reply.json()) as { data?: { rows: unknown[] } };
  if (data?.rows.length !== lines.length) throw new Error(`The file answered ${reply.status}`);
  return (performance.now() - started) / 1000;
}

/** Issue 12: 10,000 guests of a file, added whole within 10 s. */
export async function importGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench, { worker: true });
  try {
    const previews: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) previews.push(await previewOnce(world));
    report.goal('import', 'a file of 10,000 rows, until the preview has them', 's', previews, { atMost: 3 });
    const found: { all: number; places: number }[] = [];
    for (let round = 0; round < bench.rounds; round += 1) found.push(await importOnce(world, false));
    const mailed = await importOnce(world, true);
    const all = found.map((one) => one.all);
    report.goal('import', 'import of 10,000 guests, until they are seen', 's', all, { atMost: 10 });
    report.goal('import', 'the same with a mail for each', 's', [mailed.all], { atMost: 10 });
    report.figure(
      'import',
      'until the places are taken',
      's',
      found.map((one) => one.places),
    );
    const { drift } = await verify(world.database.db);
    report.check('import', 'verify after the imports', drift.length === 0, drift[0]?.rule ?? 'silent');
  } finally {
    await world.close();
  }
}
