import { endpoint } from '@entrada/contract/endpoint';
import { pathId } from '@entrada/contract/fields';
import { reserveOrder, saveOrderDetails } from '@entrada/contract/sales/checkout';
import type pg from 'pg';
import { z } from 'zod';
import type { Db } from '../../server/db/client.ts';
import { fail } from '../../server/platform/errors.ts';
import { type Api, download, route } from '../../server/platform/http/route.ts';
import { CSV } from '../../server/platform/lists/csv.ts';
import { newShortId } from '../../server/platform/secrets.ts';
import { attendeesByCopy, copyOut } from './copy.ts';
import { naiveReserve } from './naive.ts';

/** The smallest possible reply of the HTTP stack: no schema, no limit, no authentication. */
export const HELLO = '/api/public/bench/hello';

const made = z.object({ data: z.object({ shortId: z.string() }) });

const reserveAt = (name: string) =>
  endpoint({
    method: 'POST',
    path: `/public/bench/events/:eventId/${name}`,
    access: 'public',
    idempotent: true,
    summary: 'A baseline of the bench.',
    status: 201,
    params: reserveOrder.params,
    body: reserveOrder.body,
    response: made,
  });

const completeAlone = endpoint({
  method: 'PUT',
  path: '/public/bench/orders/:orderShortId/details',
  access: 'public',
  idempotent: true,
  summary: 'A baseline of the bench.',
  params: saveOrderDetails.params,
  body: saveOrderDetails.body,
  response: made,
});

/**
 * The contestants behind the same HTTP stack: the same binder, schemas and validation. Their replies are smaller
 * than the product's, which show the whole order. This favours the contestants. They have their own database
 * connections.
 */
export function baselineRoutes(api: Api, contestant: { db: Db; pool: pg.Pool }): void {
  const { db, pool } = contestant;
  api.app.get(HELLO, { config: { access: 'public' } }, async () => ({ hello: 'world' }));

  route(api, reserveAt('constant'), async () => ({ data: { shortId: 'o_constant' } }));

  route(api, reserveAt('naive'), async ({ params, body, idempotencyKey }) => {
    const shortId = await naiveReserve(db, params.eventId, body, idempotencyKey);
    if (shortId === null) throw fail('SOLD_OUT');
    return { data: { shortId } };
  });

  route(api, reserveAt('one-trip'), async ({ params, body, idempotencyKey }) => {
    const shortId = newShortId('o');
    const { rows } = await pool.query<{ ok: boolean }>({
      name: 'bench_reserve',
      text: 'select bench.reserve($1, $2, $3, $4, $5, $6) as ok',
      values: [
        params.eventId,
        shortId,
        idempotencyKey,
        body.items.map((item) => item.priceId),
        body.items.map((item) => item.quantity),
        body.promoCode ?? null,
      ],
    });
    if (!rows[0]?.ok) throw fail('SOLD_OUT');
    return { data: { shortId } };
  });

  route(api, completeAlone, async ({ params, body }) => {
    const { rowCount } = await pool.query({
      name: 'bench_complete',
      text: 'select bench.complete($1, $2, $3, $4)',
      values: [params.orderShortId, body.firstName, body.lastName, body.email],
    });
    if (rowCount !== 1) throw fail('ORDER_NOT_FOUND');
    return { data: { shortId: params.orderShortId } };
  });

  download(
    api,
    {
      path: '/public/bench/events/:eventId/attendees.csv',
      access: 'public',
      area: 'bench',
      name: 'benchAttendees',
      summary: 'Attendees by COPY.',
      types: [CSV],
      params: z.object({ eventId: pathId }),
    },
    async ({ params }) => ({ contentType: CSV, body: await copyOut(pool, attendeesByCopy(params.eventId)) }),
  );
}
