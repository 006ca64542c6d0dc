import { text } from 'node:stream/consumers';
import type { ListRules } from '@entrada/contract/list';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import type { Ctx } from '../context.ts';
import { exportChosen } from './export.ts';
import { findPage, type ListSource } from './page.ts';
import { readSelection, walkChosen } from './selection.ts';

const app = await buildTestApp();
const { db } = app;
const { accountId, userId } = await buildAccount(db);
const ctx: Ctx = {
  ...app.jobCtx,
  actor: {
    kind: 'user',
    userId,
    accountId,
    role: 'owner',
    limited: false,
    sessionId: 1,
    emailConfirmed: true,
    locale: 'en',
  },
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
      format: 'csv',
      source,
      selection: readSelection(rules, { sort_direction: direction }),
      action: 'many.exported',
      columns: [{ header: 'Id', value: (id: number) => id }],
      find: async (ids) => ids,
      filename: 'many',
      title: 'Many',
    });
    const ids = (await text(body)).trim().split('\r\n').slice(1).map(Number);
    const all = Array.from({ length: MANY + 1 }, (_, nth) => nth + 1);
    expect(ids).toEqual(direction === 'asc' ? all : all.toReversed());
  }
});

test('a walk by key gives each row once, also where many have the same place, and sees what comes and goes ahead', async () => {
  await sql`create table public.steps as
    select n::bigint as id, timestamptz '2026-07-01 10:00:00.123456Z' + (n / 7) * interval '1 microsecond' as at
    from generate_series(1, 100) n`.execute(db);
  const walked = { ...rules, sorts: ['at'], defaultSort: { by: 'at', direction: 'asc' } } as const;
  const steps: ListSource = {
    from: sql`public.steps m`,
    where: [sql`m.id > 0`],
    id: sql`m.id`,
    sorts: { at: sql`m.at` },
    filters: {},
  };
  for (const sort_direction of ['asc', 'desc']) {
    const found: number[] = [];
    const selection = readSelection(walked, { sort_direction, except: '50' });
    for await (const ids of await walkChosen(db, steps, selection, 9)) found.push(...ids);
    const all = Array.from({ length: 100 }, (_, nth) => nth + 1).filter((id) => id !== 50);
    expect(found).toEqual(sort_direction === 'asc' ? all : all.toReversed());
  }
  const found: number[] = [];
  for await (const ids of await walkChosen(db, steps, readSelection(walked, {}), 10)) {
    found.push(...ids);
    await sql`delete from public.steps where id = ${(found.at(-1) ?? 0) - 1} or id = ${(found.at(-1) ?? 0) + 1}`.execute(
      db,
    );
  }
  const gone = [11, 22, 33, 44, 55, 66, 77, 88, 99];
  expect(found).toEqual(Array.from({ length: 100 }, (_, nth) => nth + 1).filter((id) => !gone.includes(id)));
});
