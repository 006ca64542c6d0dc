import { randomBytes } from 'node:crypto';
import { bulkGuests, undoGuestImport } from '@entrada/contract/sales/bulk/jobs';
import { listGuestList } from '@entrada/contract/sales/guests/list';
import { getAttendee, updateAttendee } from '@entrada/contract/sales/holders';
import { getGuestImport, startGuestImport } from '@entrada/contract/sales/imports/endpoints';
import { addAttendeeNote, addOrderNote } from '@entrada/contract/sales/notes';
import { updateOrderAnswers } from '@entrada/contract/sales/order-answers';
import { resendOrder } from '@entrada/contract/sales/resends';
import { expect, test, vi } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { buildShop, stockOf } from '../../test/shop.ts';
import { openDoor } from '../../test/sold/ticket.ts';
import { bulkOf } from './acts-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);

const newKey = () => ({ idempotencyKey: randomBytes(12).toString('base64url') });

async function imported(names: readonly string[]) {
  const shop = await buildShop(db, { ticket: { quantity: 20 } });
  const bulk = bulkOf(app, shop);
  const rows = names.map((firstName, at) => ({
    row: at + 2,
    firstName,
    lastName: 'Pla',
    email: `${firstName.toLowerCase()}@example.com`,
    priceId: shop.priceId,
    plus: 1,
    note: '',
    locale: 'en' as const,
  }));
  const body = { rows, payment: null, notify: false, exceedCapacity: false };
  const { data } = (await bulk.owner.call(startGuestImport, { params: bulk.params, body }, newKey())).body;
  await app.runJobs();
  const at = { params: { ...bulk.params, importId: String(data.id) } };
  const undo = (key = newKey()) => bulk.owner.call(undoGuestImport, { ...at, body: { notify: true } }, key);
  const show = async () => (await bulk.owner.call(getGuestImport, at)).body.data;
  const guests = async () => {
    const query = { sort_by: 'last_name', sort_direction: 'asc' };
    return (await bulk.owner.call(listGuestList, { params: bulk.params, query })).body.data;
  };
  return { shop, bulk, at, undo, show, guests };
}

test('an import is taken back whole; whoever has come in or was changed since is kept and named', async () => {
  const { shop, bulk, undo, show, guests } = await imported(['Ana', 'Bo', 'Cy', 'Di']);
  const [ana, bo] = await guests();
  if (!ana || !bo) throw new Error('Nobody was imported');
  const scan = await openDoor(app, bulk);
  const found = await bulk.owner.call(getAttendee, {
    params: { ...bulk.params, attendeeId: String(ana.attendeeId) },
  });
  expect(await scan(found.body.data.code ?? '')).toBe('admitted');
  const changed = await bulk.owner.call(updateAttendee, {
    params: { ...bulk.params, attendeeId: String(bo.attendeeId) },
    body: { firstName: 'Bo', lastName: 'Puig', email: bo.email, locale: 'en', version: 1, sendTicket: false },
  });
  expect(changed.status, JSON.stringify(changed.problem)).toBe(200);
  expect(await show()).toMatchObject({ state: 'done', canUndo: true });
  const key = newKey();
  const reply = await undo(key);
  expect(reply.status, JSON.stringify(reply.problem)).toBe(202);
  await app.runJobs();
  expect((await undo(key)).body.data.id).toBe(reply.body.data.id);
  expect(await bulk.jobOf(reply.body.data.id)).toMatchObject({
    noun: 'orders',
    kind: 'cancel',
    total: 4,
    changed: 2,
    kept: 2,
    canUndo: true,
  });
  expect(await bulk.kept(reply.body.data.id)).toMatchObject([
    { id: ana.id, code: 'ALREADY_IN' },
    { id: bo.id, code: 'CHANGED_SINCE' },
  ]);
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 4, reserved: 0 });
  expect((await guests()).map((one) => one.state).sort()).toEqual([
    'arrived',
    'cancelled',
    'cancelled',
    'listed',
  ]);
  // The job itself is undone like any other.
  const again = await bulk.undo(reply.body.data.id);
  await app.runJobs();
  expect(await bulk.jobOf(again.body.data.id)).toMatchObject({ kind: 'reactivate', changed: 2 });
  expect(await stockOf(db, shop.counterId)).toEqual({ sold: 8, reserved: 0 });
});

test('an answer that was changed, a ticket that was sent again and a note keep an order, and each is named', async () => {
  const names = ['Ana', 'Bo', 'Cy', 'Di', 'Ed'];
  const { shop, bulk, undo, guests } = await imported(names);
  const { accountId, eventId } = shop;
  const { questionId } = await buildQuestion(db, { accountId, eventId, title: 'Company' });
  const [ana, bo, cy, di] = await guests();
  if (!ana || !bo || !cy || !di) throw new Error('Nobody was imported');
  const { params, owner } = bulk;
  const answer = { questionId, version: 1, was: null, answer: 'Marea' };
  const orderOf = ({ id }: { id: number }) => ({ ...params, orderId: String(id) });
  const replies = [
    await owner.call(updateOrderAnswers, { params: orderOf(ana), body: { answers: [answer] } }),
    await owner.call(resendOrder, { params: orderOf(bo), body: {} }, newKey()),
    await owner.call(addOrderNote, { params: orderOf(cy), body: { text: 'Comes late' } }),
    await owner.call(addAttendeeNote, {
      params: { ...params, attendeeId: String(di.attendeeId) },
      body: { text: 'Needs a chair' },
    }),
  ];
  expect(replies.map(({ problem, status }) => (status < 300 ? 'ok' : problem))).toEqual(
    names.slice(1).map(() => 'ok'),
  );
  const { data } = (await undo()).body;
  await app.runJobs();
  expect(await bulk.jobOf(data.id)).toMatchObject({ total: 5, changed: 1, kept: 4 });
  expect(await bulk.kept(data.id)).toMatchObject(
    [ana, bo, cy, di].map(({ id }) => ({ id, code: 'CHANGED_SINCE' })),
  );
  expect((await guests()).map(({ state }) => state)).toEqual([
    'listed',
    'sent',
    'listed',
    'listed',
    'cancelled',
  ]);
});

test('an import is undone once, and by its own account only', async () => {
  const { at, undo, show } = await imported(['Ana']);
  const stranger = app.as(await buildAccount(db));
  const foreign = await stranger.call(undoGuestImport, { ...at, body: { notify: false } }, newKey());
  expect(foreign.status).toBe(404);
  await undo();
  await app.runJobs();
  expect((await show()).canUndo).toBe(false);
  expect((await undo()).problem).toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('chosen guests, or all that the guest list finds, are cancelled by a job', async () => {
  const { bulk, guests } = await imported(['Ana', 'Bo']);
  const call = (query: Record<string, string>) =>
    bulk.owner.call(
      bulkGuests,
      { params: bulk.params, query, body: { action: 'cancel', notify: false, except: [] } },
      newKey(),
    );
  expect((await call({ query: 'ana@example.com' })).body.data).toMatchObject({ noun: 'orders', total: 1 });
  await app.runJobs();
  expect((await guests()).map(({ state }) => state).sort()).toEqual(['cancelled', 'listed']);
});
