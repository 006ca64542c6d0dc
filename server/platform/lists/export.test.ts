import { text } from 'node:stream/consumers';
import type { ListRules } from '@entrada/contract/list';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import type { Ctx } from '../context.ts';
import { exportChosen } from './export.ts';
import { findPage, type ListSource } from './page.ts';
import { readSelection } from './selection.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId, userId } = await buildAccount(db);
const ctx: Ctx = {
  ...app.jobCtx,
  actor: { kind: 'user', userId, accountId, role: 'owner', sessionId: 1, emailConfirmed: true, locale: 'en' },
};

/** From this number of rows, the total of a page may come from an earlier count. */
const MANY = 10_000;
const rules: ListRules = { sorts: ['id'], defaultSort: { by: 'id', direction: 'asc' }, filters: {} };
/** Counting is slow here, so the total is kept for longer than this test takes. */
const source: ListSource = {
  from: sql`public.many m cross join pg_sleep(0.05)`,
  where: [sql`m.id > 0`],
  id: sql`m.id`,
  sorts: { id: sql`m.id` },
  filters: {},
};

test('an export holds what came since the total on the page was counted', async () => {
  await sql`create table public.many as select n::bigint as id from generate_series(1, ${MANY}::int) n`.execute(
    db,
  );
  const total = async () => (await findPage(db, rules, source, readSelection(rules, {}).query)).meta.total;
  expect(await total()).toBe(MANY);
  await sql`insert into public.many values (${MANY + 1})`.execute(db);
  expect(await total()).toBe(MANY);
  for (const direction of ['asc', 'desc']) {
    const { body } = await exportChosen(ctx, {
      eventId: 1,
      source,
      selection: readSelection(rules, { sort_direction: direction }),
      action: 'many.exported',
      columns: [{ header: 'Id', value: (id: number) => id }],
      find: async (ids) => ids,
      filename: 'many.csv',
    });
    const ids = (await text(body)).trim().split('\r\n').slice(1).map(Number);
    const all = Array.from({ length: MANY + 1 }, (_, nth) => nth + 1);
    expect(ids).toEqual(direction === 'asc' ? all : all.toReversed());
  }
});
