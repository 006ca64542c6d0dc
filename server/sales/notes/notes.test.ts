import { LIMITS } from '@entrada/contract/constants';
import { getOrder } from '@entrada/contract/sales/checkout';
import * as endpoints from '@entrada/contract/sales/notes';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildFreeOrder } from '../../test/free-order.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { removeDeletedNotes } from './queries.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

/** An order with its owner, and a colleague whose role is organizer. */
async function notedOrder() {
  const order = await buildFreeOrder({ app, db });
  const pau = await buildUserIn(db, order.shop.accountId, 'organizer', {
    firstName: 'Pau',
    lastName: 'Serra',
  });
  const colleague = app.as({ token: pau.token });
  const note = async (text: string, client = order.owner) =>
    (await client.call(endpoints.addOrderNote, { params: order.params, body: { text } })).body.data;
  const list = async (client = order.owner) =>
    (await client.call(endpoints.listOrderNotes, { params: order.params })).body.data;
  const at = ({ id }: { id: number }) => ({ eventId: order.params.eventId, noteId: String(id) });
  return { ...order, colleague, note, list, at };
}

test('notes of an order and of its attendees stand together, newest first, with who and when', async () => {
  const order = await notedOrder();
  await order.note('  Called: brings a folding chair.\nThe platform team knows.  ');
  const reply = await order.colleague.call(endpoints.addAttendeeNote, {
    params: order.attendeeParams,
    body: { text: 'Needs a seat' },
  });
  expect(reply.status).toBe(201);
  expect(await order.list()).toMatchObject([
    {
      text: 'Needs a seat',
      by: 'Pau Serra',
      attendee: {
        id: order.attendees[0]?.id,
        name: 'Lucía Márquez',
        reference: order.attendees[0]?.reference,
      },
      editedAt: null,
      mayEdit: false,
      mayDelete: true,
    },
    {
      text: 'Called: brings a folding chair.\nThe platform team knows.',
      by: 'Nuria Vidal',
      attendee: null,
      mayEdit: true,
      mayDelete: true,
    },
  ]);
  const own = await order.owner.call(endpoints.listAttendeeNotes, { params: order.attendeeParams });
  expect(own.body.data.map(({ text }) => text)).toEqual(['Needs a seat']);
  const seen = await order.buyer.call(getOrder, { params: { orderShortId: order.shortId } });
  expect(JSON.stringify(seen.body)).not.toContain('folding chair');
});

test('only its author changes a note; two windows of the author meet in a conflict', async () => {
  const order = await notedOrder();
  const note = await order.note('Frist');
  const change = (text: string, version: number, client = order.owner) =>
    client.call(endpoints.updateNote, { params: order.at(note), body: { text, version } });
  expect((await change('First', 1, order.colleague)).status).toBe(403);
  expect((await change('First', 1)).body.data).toMatchObject({
    text: 'First',
    version: 2,
    editedAt: expect.any(String),
  });
  expect((await change('Something else', 1)).problem.code).toBe('STALE_VERSION');
  expect((await change('First', 2)).body.data.version).toBe(2);
  expect(await order.list()).toMatchObject([{ text: 'First' }]);
});

test('a deleted note comes back for a day, then it is gone', async () => {
  const order = await notedOrder();
  const note = await order.note('A secret');
  const drop = (client = order.owner) => client.call(endpoints.deleteNote, { params: order.at(note) });
  const restore = () => order.owner.call(endpoints.restoreNote, { params: order.at(note) });
  expect((await drop(order.colleague)).status).toBe(403);
  expect((await drop()).status).toBe(204);
  expect(await order.list()).toEqual([]);
  expect(
    (
      await order.owner.call(endpoints.updateNote, {
        params: order.at(note),
        body: { text: 'x', version: 1 },
      })
    ).status,
  ).toBe(404);
  expect((await restore()).body.data.text).toBe('A secret');
  expect(await order.list()).toHaveLength(1);
  await drop();
  await sql`update app.notes set deleted_at = app.now() - interval '25 hours' where id = ${note.id}`.execute(
    db,
  );
  expect((await restore()).status).toBe(404);
  await removeDeletedNotes(db);
  expect(await db.selectFrom('notes').select('id').where('id', '=', note.id).execute()).toEqual([]);
  const audited = await db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('target_type', '=', 'order')
    .where('target_id', '=', order.orderId)
    .where('action', 'like', 'note.%')
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    'note.added',
    'note.deleted',
    'note.restored',
    'note.deleted',
  ]);
  expect(JSON.stringify(audited)).not.toContain('A secret');
});

test('an owner deletes what a colleague noted', async () => {
  const order = await notedOrder();
  const note = await order.note('By a colleague', order.colleague);
  expect((await order.owner.call(endpoints.deleteNote, { params: order.at(note) })).status).toBe(204);
});

test('too long, empty, of another event, of another account', async () => {
  const [order, other] = [await notedOrder(), await notedOrder()];
  const add = (text: string) =>
    order.owner.call(endpoints.addOrderNote, { params: order.params, body: { text } });
  expect((await add('x'.repeat(LIMITS.note))).status).toBe(201);
  expect((await add('x'.repeat(LIMITS.note + 1))).problem.errors).toMatchObject([
    { path: 'text', code: 'too_long', max: LIMITS.note },
  ]);
  expect((await add(' \n ')).problem.errors).toMatchObject([{ path: 'text' }]);
  const note = await order.note('Mine');
  const stranger = app.as({ token: (await buildAccount(db)).token });
  for (const client of [stranger, other.owner]) {
    expect((await client.call(endpoints.listOrderNotes, { params: order.params })).status).toBe(404);
    expect(
      (await client.call(endpoints.addAttendeeNote, { params: order.attendeeParams, body: { text: 'x' } }))
        .status,
    ).toBe(404);
    expect((await client.call(endpoints.deleteNote, { params: order.at(note) })).status).toBe(404);
    expect((await client.call(endpoints.restoreNote, { params: order.at(note) })).status).toBe(404);
  }
  const elsewhere = { eventId: other.params.eventId, noteId: String(note.id) };
  expect(
    (await other.owner.call(endpoints.updateNote, { params: elsewhere, body: { text: 'x', version: 1 } }))
      .status,
  ).toBe(404);
});
