import { getIssuedTicket, getOrder } from '@entrada/contract/sales/checkout';
import { getOrderDetail } from '@entrada/contract/sales/orders';
import * as own from '@entrada/contract/sales/own-tickets/changes';
import { resendOwnOrder } from '@entrada/contract/sales/resends';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { BUYER } from '../../test/shop.ts';
import { buildSoldTicket, openDoor, type SoldTicket, VICENT } from '../../test/sold/ticket.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
afterEach(() => app.travel(0));

const { locale: _, ...vicent } = VICENT;

/** A free order, and what whoever holds its link does with its first ticket. */
async function bought(quantity = 2) {
  const sold = await buildSoldTicket(app, quantity);
  const anyone = app.as();
  const ofOrder = { orderShortId: sold.orderShortId };
  const shown = async () => (await anyone.call(own.getOwnTickets, { params: ofOrder })).body.data;
  const first = async () => {
    const [ticket] = (await shown()).tickets;
    if (!ticket) throw new Error('The order shows no ticket');
    return ticket;
  };
  const { reference } = await first();
  const params = { ...ofOrder, reference };
  const version = async () => (await first()).version;
  return {
    ...sold,
    anyone,
    reference,
    ownParams: params,
    shown,
    first,
    order: async () => (await anyone.call(getOrder, { params: ofOrder })).body.data,
    name: async (change: Record<string, unknown> = {}) =>
      anyone.call(own.nameOwnTicket, {
        params,
        body: { version: await version(), ...BUYER, ...change },
      }),
    give: async (
      change: Partial<typeof vicent> & { version?: number; note?: string } = {},
      key = app.key(),
    ) =>
      anyone.call(
        own.passOnOwnTicket,
        { params, body: { version: change.version ?? (await version()), ...vicent, note: '', ...change } },
        { idempotencyKey: key },
      ),
    takeBack: async (at?: number) =>
      anyone.call(own.takeBackOwnTicket, { params, body: { version: at ?? (await version()) } }),
    again: () => anyone.call(own.sendOwnTicketAgain, { params }),
    open: async () =>
      anyone.call(own.noteTicketOpened, { params: { attendeeShortId: (await sold.seen()).shortId } }),
  };
}

const mailsOf = async (orderId: number) => {
  await app.runJobs();
  return db
    .selectFrom('mails')
    .select(['kind', 'to_address as to', 'status', 'text_body as text'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
};
const since = async (sold: SoldTicket, count: number) => (await mailsOf(sold.orderId)).slice(count);

describe('a corrected name', () => {
  test('keeps the code, is recorded, and mails nobody without a new address', async () => {
    const order = await bought();
    const scan = await openDoor(app, order);
    const before = (await mailsOf(order.orderId)).length;
    expect(await order.first()).toMatchObject({ state: 'named', correct: null, passOn: null });
    const reply = await order.name({ lastName: 'Ferrer' });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data.tickets[0]).toMatchObject({ holder: { lastName: 'Ferrer' }, version: 2 });
    expect(await since(order, before)).toEqual([]);
    expect(await scan(order.code)).toBe('admitted');
    expect((await order.name({ lastName: 'Late' })).problem.code).toBe('ATTENDEE_CHECKED_IN');
    const detail = await order.owner.call(getOrderDetail, {
      params: { eventId: String(order.shop.eventId), orderId: String(order.orderId) },
    });
    expect(detail.body.data.history.map(({ kind }) => kind)).toContain('attendee_named');
  });

  test('with a new address mails the ticket there, and tells the old one without the new', async () => {
    const order = await bought();
    await order.name({ email: 'one@example.org' });
    const before = (await mailsOf(order.orderId)).length;
    await order.name({ email: 'two@example.org' });
    const [ticket, told, ...others] = await since(order, before);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ kind: 'attendee_ticket', to: 'two@example.org', status: 'sent' });
    expect(told).toMatchObject({ kind: 'ticket_email_changed', to: 'one@example.org', status: 'sent' });
    for (const secret of ['two@example.org', order.shortId]) expect(told?.text).not.toContain(secret);
  });

  test('by two at once: the second gets the version; without an address it is the buyer’s', async () => {
    const order = await bought();
    await order.correct({ lastName: 'Organizer' });
    const late = await order.name({ version: 1, lastName: 'Buyer' });
    expect(late.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', params: { version: 2 } });
    expect((await order.name({ email: '' })).body.data.tickets[0]?.holder?.email).toBe(BUYER.email);
    const bad = await order.name({ firstName: ' ', email: 'nobody' });
    expect(bad.problem.errors?.map(({ path }) => path)).toEqual(['firstName', 'email']);
  });

  test('only by the policy of the order, and until when it says', async () => {
    const order = await bought();
    const set = (policy: string) =>
      sql`update app.orders set policy = policy || ${policy}::jsonb where id = ${order.orderId}`.execute(db);
    await set('{"names": null, "passOn": null}');
    expect((await order.name({ lastName: 'X' })).problem.code).toBe('CHANGE_NOT_OFFERED');
    expect((await order.give()).problem.code).toBe('CHANGE_NOT_OFFERED');
    await set('{"names": {"before": 365, "unit": "days", "later": false}}');
    expect((await order.name({ lastName: 'X' })).problem.code).toBe('CHANGE_OVER');
    expect(await order.shown()).toMatchObject({ passOnUntil: null, namesUntil: expect.any(String) });
  });
});

describe('a ticket that its buyer passes on', () => {
  test('has a new code, a mail with the word, and the buyer sees neither code nor link', async () => {
    const order = await bought();
    const scan = await openDoor(app, order);
    const before = (await mailsOf(order.orderId)).length;
    const reply = await order.give({ note: 'Enjoy, see www.spam.example/x or call 600123123' });
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data.tickets[0]).toMatchObject({
      state: 'passed_on',
      holder: vicent,
      takeBack: null,
      sendAgain: null,
      correct: 'TICKET_PASSED_ON',
      passOn: 'TICKET_PASSED_ON',
      openedAt: null,
    });
    const { shortId, code } = await order.seen();
    expect(await scan(order.code)).toBe('revoked');
    const seen = JSON.stringify([await order.order(), await order.shown()]);
    for (const secret of [shortId, code ?? '']) expect(seen).not.toContain(secret);
    const [ticket, told] = await since(order, before);
    expect(ticket).toMatchObject({ kind: 'attendee_ticket', to: vicent.email, status: 'sent' });
    expect(ticket?.text).toContain(shortId);
    expect(ticket?.text).toContain('Enjoy');
    expect(ticket?.text).not.toMatch(/www\.spam\.example|600123123/);
    expect(told).toMatchObject({ kind: 'ticket_passed_on', to: BUYER.email });
    expect(await scan(code ?? '')).toBe('admitted');
    expect((await order.takeBack()).problem.code).toBe('ATTENDEE_CHECKED_IN');
    expect((await order.again()).problem.code).toBe('ATTENDEE_CHECKED_IN');
  });

  test('is taken back with another code; the one who had it is told, and nothing says it was passed on', async () => {
    const order = await bought();
    const scan = await openDoor(app, order);
    await order.give();
    const { code: theirs } = await order.seen();
    const before = (await mailsOf(order.orderId)).length;
    const reply = await order.takeBack();
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200);
    expect(reply.body.data.tickets[0]).toMatchObject({ state: 'named', holder: BUYER, passOn: null });
    expect((await order.takeBack()).problem.code).toBe('TICKET_NOT_PASSED_ON');
    for (const dead of [order.code, theirs ?? '']) expect(await scan(dead)).toBe('revoked');
    const { tickets } = await order.order();
    expect(tickets).toHaveLength(2);
    expect(await scan(tickets[0]?.code)).toBe('admitted');
    const mails = await since(order, before);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['attendee_ticket', BUYER.email],
      ['ticket_passed_on', vicent.email],
    ]);
    expect((await verify(db)).drift).toEqual([]);
  });

  test('cannot be taken back once it was opened in a browser, but be sent again', async () => {
    const order = await bought();
    await order.open();
    expect((await order.first()).openedAt).toBeNull();
    await order.give();
    await order.open();
    expect(await order.first()).toMatchObject({ openedAt: expect.any(String), takeBack: 'TICKET_OPENED' });
    expect((await order.takeBack()).problem.code).toBe('TICKET_OPENED');
    const before = (await mailsOf(order.orderId)).length;
    expect((await order.again()).status).toBe(200);
    expect(await since(order, before)).toMatchObject([{ kind: 'attendee_ticket', to: vicent.email }]);
    // An organizer still can give it to anybody, and then it is no longer the buyer's to take back.
    await order.passOn({ email: 'third@example.org' });
    expect(await order.first()).toMatchObject({
      state: 'elsewhere',
      holder: null,
      takeBack: 'TICKET_NOT_PASSED_ON',
    });
  });

  test('by a repeated request once, and not by a second one that knew the older state', async () => {
    const order = await bought(1);
    const key = app.key();
    expect((await order.give({ version: 1 }, key)).status).toBe(200);
    expect((await order.give({ version: 1 }, key)).status).toBe(200);
    expect((await mailsOf(order.orderId)).filter(({ to }) => to === vicent.email)).toHaveLength(1);
    const late = await order.give({ version: 1, email: 'other@example.org' });
    expect(late.problem.code).toBe('TICKET_PASSED_ON');
    expect((await order.seen()).email).toBe(vicent.email);
  });

  test('while it is scanned: one of the two wins; taken back while the new code is scanned as well', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await bought(1);
      const scan = await openDoor(app, order);
      const [verdict, given] = await Promise.all([scan(order.code), order.give({ version: 1 })]);
      expect(['admitted 409', 'revoked 200']).toContain(`${verdict} ${given.status}`);
      if (given.status !== 200) continue;
      const { code, version } = await order.seen();
      const [theirs, back] = await Promise.all([scan(code ?? ''), order.takeBack(version)]);
      expect(['admitted 409', 'revoked 200']).toContain(`${theirs} ${back.status}`);
    }
  });

  test('not after it was cancelled', async () => {
    const order = await bought();
    const set = (change: Record<string, unknown>) =>
      db.updateTable('attendees').set(change).where('id', '=', order.attendeeId).execute();
    await set({ status: 'cancelled' });
    expect((await order.shown()).tickets).toHaveLength(1);
    const gone = await order.anyone.call(own.passOnOwnTicket, {
      params: order.ownParams,
      body: { version: 1, ...vicent, note: '' },
    });
    expect(gone.problem.code).toBe('ATTENDEE_CANCELLED');
    await set({ status: 'active' });
  });
});

test('somebody else’s ticket, a wrong link and a stranger’s reference answer 404', async () => {
  const [order, other] = [await bought(), await bought()];
  const body = { version: 1, ...vicent, note: '' };
  for (const [orderShortId, reference, code] of [
    [order.orderShortId, other.reference, 'NOT_FOUND'],
    [`o_${'x'.repeat(22)}`, order.reference, 'ORDER_NOT_FOUND'],
  ] as const) {
    const reply = await order.anyone.call(own.passOnOwnTicket, { params: { orderShortId, reference }, body });
    expect(reply.problem).toMatchObject({ status: 404, code });
  }
  expect(
    (await order.anyone.call(own.noteTicketOpened, { params: { attendeeShortId: `a_${'x'.repeat(22)}` } }))
      .status,
  ).toBe(204);
});

test('many new holders behind one address look at their tickets, whatever buyers change there', async () => {
  const order = await bought();
  await order.give();
  const others = await Promise.all(
    Array.from({ length: 120 }, (_, nth) => {
      const attendeeShortId = `a_${String(nth).padStart(22, 'x')}`;
      return order.anyone.call(own.noteTicketOpened, { params: { attendeeShortId } });
    }),
  );
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([204]));
  expect((await order.open()).status).toBe(204);
  expect(await order.first()).toMatchObject({ openedAt: expect.any(String) });
  expect((await order.takeBack()).problem.code).toBe('TICKET_OPENED');
});

test('an order mails few strangers: the limit of one order', async () => {
  const order = await bought();
  const statuses: number[] = [];
  for (let nth = 0; nth < 21; nth += 1) {
    const reply = await order.name({ email: `guest-${nth}@example.org` });
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

test('what its former holder is mailed counts as well, each time a ticket is passed on and taken back', async () => {
  const order = await bought();
  await order.name({ email: 'victim@example.org' });
  const rounds: number[][] = [];
  for (let nth = 0; nth < 7; nth += 1)
    rounds.push([
      (await order.give({ email: `accomplice-${nth}@example.org` })).status,
      (await order.takeBack()).status,
    ]);
  // Twenty mails of one order: the one of the name, and three of each round.
  expect(rounds.slice(0, 6).flat()).toEqual(Array.from({ length: 12 }, () => 200));
  expect(rounds[6]).toContain(429);
});

test('the link of an order mails it once more to its buyer, three times an hour', async () => {
  const order = await bought();
  const before = (await mailsOf(order.orderId)).length;
  const params = { orderShortId: order.orderShortId };
  const key = app.key();
  for (const idempotencyKey of [key, key, app.key(), app.key()]) {
    const reply = await order.anyone.call(resendOwnOrder, { params }, { idempotencyKey });
    expect(reply.body.data).toEqual({ to: BUYER.email });
  }
  expect((await order.anyone.call(resendOwnOrder, { params })).problem.code).toBe('RATE_LIMITED');
  expect((await since(order, before)).map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'order_confirmation'),
  );
});

test('a ticket that waits for a name shows no code until it has one, or the time for it has passed', async () => {
  const order = await bought();
  await sql`update app.orders set policy = policy || '{"names": {"before": 0, "unit": "hours", "later": true}}'
    where id = ${order.orderId}`.execute(db);
  await db.updateTable('attendees').set({ awaits_name: true }).where('id', '=', order.attendeeId).execute();
  const shown = await order.order();
  expect([shown.unnamed, shown.tickets.length]).toEqual([1, 1]);
  expect(JSON.stringify(shown)).not.toContain(order.shortId);
  expect(await order.first()).toMatchObject({ state: 'unnamed', holder: null, questions: [] });
  // The door knows nothing of that: the ticket is valid.
  expect(await (await openDoor(app, order))(order.code)).toBe('admitted');
  await db.deleteFrom('scans').execute();
  await db.deleteFrom('check_ins').execute();
  // Whoever passes it on and takes it back still has to say who comes.
  await sql`update app.orders set policy = policy || '{"passOn": {"before": 0, "unit": "hours"}}'
    where id = ${order.orderId}`.execute(db);
  await order.give();
  const before = (await mailsOf(order.orderId)).length;
  expect((await order.takeBack()).body.data.tickets[0]).toMatchObject({ state: 'unnamed', holder: null });
  expect((await since(order, before)).map(({ kind }) => kind)).toEqual(['ticket_passed_on']);
  const named = await order.name({ firstName: 'Ana', lastName: 'Martí', email: '' });
  expect(named.body.data.tickets[0]).toMatchObject({ state: 'named', holder: { firstName: 'Ana' } });
  expect((await order.order()).tickets).toHaveLength(2);
});

test('a ticket’s page that was replaced stays replaced after it was taken back', async () => {
  const order = await bought(1);
  await order.give();
  await order.takeBack();
  const reply = await order.anyone.call(getIssuedTicket, { params: { attendeeShortId: order.shortId } });
  expect(reply.problem.code).toBe('TICKET_REPLACED');
});
