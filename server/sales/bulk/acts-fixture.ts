import type { InputOf } from '@entrada/contract/endpoint';
import {
  bulkAttendees,
  bulkOrders,
  listBulkJobs,
  listKeptRows,
  undoBulkJob,
} from '@entrada/contract/sales/bulk/jobs';
import { expect } from 'vitest';
import type { Client, TestApp } from '../../test/app.ts';
import { type buildShop, detailsAs, reserveAs, visitor } from '../../test/shop.ts';

type Shop = Pick<Awaited<ReturnType<typeof buildShop>>, 'eventId' | 'priceId' | 'token'>;

/** An order of free tickets that is complete: its id and its attendees. */
export async function freeOrder(app: TestApp, shop: Shop, quantity = 1, more: { promoCode?: string } = {}) {
  const buyer = visitor(app);
  const held = await reserveAs(buyer, shop.eventId, [{ priceId: shop.priceId, quantity }], more);
  const { shortId } = held.body.data;
  await detailsAs(buyer, shortId);
  const { id } = await app.db
    .selectFrom('orders')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow();
  const attendees = await app.db
    .selectFrom('attendees')
    .select('id')
    .where('order_id', '=', id)
    .orderBy('id')
    .execute();
  return { id, attendeeIds: attendees.map((one) => one.id) };
}

type Wish = InputOf<typeof bulkOrders>['body'];

/** What an organizer does to many rows of an event. */
export function bulkOf(
  app: TestApp,
  shop: Pick<Shop, 'eventId' | 'token'>,
  owner: Client = app.as({ token: shop.token }),
) {
  const params = { eventId: String(shop.eventId) };
  const jobOf = async (jobId: number) =>
    (await owner.call(listBulkJobs, { params })).body.data.find(({ id }) => id === jobId);
  return {
    owner,
    params,
    ask: (
      noun: 'orders' | 'attendees',
      body: Wish,
      { query = {}, key }: { query?: Record<string, string>; key?: string } = {},
    ) => {
      const options = key === undefined ? {} : { idempotencyKey: key };
      const input = { params, query, body };
      return noun === 'orders'
        ? owner.call(bulkOrders, input, options)
        : owner.call(bulkAttendees, input, options);
    },
    /** Begins a job, runs it, and answers what became of it. */
    async run(noun: 'orders' | 'attendees', body: Wish, query: Record<string, string> = {}) {
      const reply = await this.ask(noun, body, { query });
      expect(reply.status, JSON.stringify(reply.problem)).toBe(202);
      await app.runJobs();
      const job = await jobOf(reply.body.data.id);
      if (!job) throw new Error('The job is not on record');
      return job;
    },
    jobOf,
    undo: (jobId: number) => owner.call(undoBulkJob, { params: { ...params, jobId: String(jobId) } }),
    kept: async (jobId: number) =>
      (await owner.call(listKeptRows, { params: { ...params, jobId: String(jobId) } })).body.data,
  };
}
