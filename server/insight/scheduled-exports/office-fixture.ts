import type { NewScheduledExport } from '@entrada/contract/insight/scheduled-exports';
import * as endpoints from '@entrada/contract/insight/scheduled-exports';
import { exportRunPath } from '@entrada/contract/sales/exports';
import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import type { Client, TestApp } from '../../test/app.ts';
import { buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';
import { beginDue } from './runs.ts';

/** A daily export of all orders at eight, as a body without its recipients. */
export const body = {
  what: 'orders',
  format: 'csv',
  locale: 'es',
  weekday: null,
  hour: 8,
  query: {},
} as const;

export type Body = Partial<Omit<NewScheduledExport, 'recipients'>>;

/** What tests of scheduled exports need. Each begins on a Monday at nine o'clock in Madrid, 5 April 2027. */
export function useOffice(app: TestApp) {
  const { db } = app;
  /** Moves the clock of the database to an instant. People stay signed in. */
  async function goTo(at: string): Promise<void> {
    await app.travel((Date.parse(at) - Date.now()) / 1000);
    await sql`update app.sessions set expires_at = app.now() + interval '1 day'`.execute(db);
  }

  /** An account with an event and one order, and what its owner does with scheduled exports. */
  async function office(event: { startsAt?: Date; endsAt?: Date; timezone?: string } = {}) {
    const shop = await buildShop(db, {
      event: {
        startsAt: new Date('2027-06-18T18:00:00Z'),
        endsAt: new Date('2027-06-20T20:00:00Z'),
        ...event,
      },
      ticket: { quantity: 50 },
    });
    const owner = app.as({ token: shop.token });
    const eventId = String(shop.eventId);
    const sell = async () => {
      const buyer = visitor(app);
      const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity: 2 }]);
      await detailsAs(buyer, held.body.data.shortId);
    };
    await sell();
    const list = async () =>
      (await owner.call(endpoints.listScheduledExports, { params: { eventId } })).body.data;
    const create = (given: Body = {}, recipients = [shop.userId], client = owner) =>
      client.call(endpoints.createScheduledExport, {
        params: { eventId },
        body: { ...body, ...given, recipients } as NewScheduledExport,
      });
    const { data: first } = (await create()).body;
    const params = { eventId, scheduledExportId: String(first.id) };
    const one = async () => (await list()).scheduled.find(({ id }) => id === first.id);
    const download = (runId: number, client: Client = owner) =>
      client.send({ method: 'GET', url: `/api${exportRunPath(shop.eventId, runId)}` });
    return { shop, owner, eventId, sell, list, create, first, params, one, download };
  }

  /** Looks for what is due and runs all jobs, as a worker does. */
  async function work(): Promise<void> {
    await beginDue(app.jobCtx);
    await app.runJobs();
  }

  const mailsOf = async ({ shop }: Pick<Awaited<ReturnType<typeof office>>, 'shop'>, to = shop.email) =>
    db
      .selectFrom('mails')
      .select(['subject', 'text_body as text', 'status', 'to_address as to', 'locale'])
      .where('account_id', '=', shop.accountId)
      .where('kind', '=', 'scheduled_export')
      .where('to_address', '=', to)
      .orderBy('id')
      .execute();
  const runsOf = async (of: Awaited<ReturnType<typeof office>>) => (await of.one())?.runs ?? [];
  beforeEach(() => goTo('2027-04-05T07:00:00Z'));
  return { goTo, office, work, mailsOf, runsOf };
}
