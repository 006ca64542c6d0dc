import { listAttendees } from '@entrada/contract/sales/attendees';
import { chooseOfflinePayment } from '@entrada/contract/sales/checkout';
import { getAttendee } from '@entrada/contract/sales/holders';
import { expect, test, vi } from 'vitest';
import { verify } from '../../operations/verify/service.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { usePayingApp } from '../../test/payments/paying.ts';
import { BUYER } from '../../test/shop.ts';
import { ANA, mailsAbout, namesLater } from './names-later-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });
const { app, db, start, confirm, refresh } = await usePayingApp();
keepInvariants(db);

const held = (settings: Record<string, unknown> = {}, ticket: Record<string, unknown> = {}) =>
  namesLater(app, settings, ticket);
const mailsTo = (orderShortId: string) => mailsAbout(app, orderShortId);

test('a free order leaves a ticket without a name; its answers are asked with the name', async () => {
  const { shop, save, order, tickets, name, questionId, params } = await held();
  const saved = await save({});
  expect(saved.status, JSON.stringify(saved.problem)).toBe(200);
  expect(saved.body.data).toMatchObject({ badge: 'COMPLETED', unnamed: 1 });
  expect((await order()).tickets.map(({ firstName }) => firstName)).toEqual([BUYER.firstName]);
  expect((await tickets()).map(({ state, holder }) => [state, holder?.email ?? null])).toEqual([
    ['named', BUYER.email],
    ['unnamed', null],
  ]);
  const mails = await mailsTo(params.orderShortId);
  expect(mails.map(({ kind, to, status }) => [kind, to, status])).toEqual([
    ['order_confirmation', BUYER.email, 'sent'],
  ]);
  expect(mails[0]?.text).toContain('Falta el nombre en 1 entrada.');
  expect(mails[0]?.text).toContain(`/order/${shop.eventId}/${params.orderShortId}`);

  const team = app.as(shop);
  const ofEvent = { eventId: String(shop.eventId) };
  const listed = async (filter: Record<string, string>, query?: string) =>
    (
      await team.call(listAttendees, {
        params: ofEvent,
        query: { ...(query && { query }), ...filter } as never,
      })
    ).body.data.map(({ reference, awaitsName }) => [reference.at(-1), awaitsName]);
  expect(await listed({ 'filter_fields[awaits_name][eq]': 'true' })).toEqual([['2', true]]);
  expect(await listed({ 'filter_fields[awaits_name][eq]': 'false' })).toEqual([['1', false]]);
  // Until it has a name it is found by the buyer's.
  expect(await listed({}, BUYER.lastName)).toHaveLength(2);
  const [waiting] = (
    await team.call(listAttendees, {
      params: ofEvent,
      query: { 'filter_fields[awaits_name][eq]': 'true' } as never,
    })
  ).body.data;
  const detail = await team.call(getAttendee, { params: { ...ofEvent, attendeeId: String(waiting?.id) } });
  expect(detail.body.data).toMatchObject({ awaitsName: true, firstName: BUYER.firstName });

  expect((await name({})).problem.errors).toEqual([{ path: `answers.${questionId}`, code: 'required' }]);
  const named = await name({ answers: { [questionId]: 'M' } });
  expect(named.body.data.tickets[1]).toMatchObject({ state: 'named', holder: ANA, questions: [] });
  expect(await order()).toMatchObject({
    unnamed: 0,
    tickets: [{ firstName: 'Lucía' }, { firstName: 'Ana' }],
    answered: [{ given: [{ value: 'S' }] }, { attendee: { name: 'Ana Martí' }, given: [{ value: 'M' }] }],
  });
  const [, theirs] = await mailsTo(params.orderShortId);
  expect(theirs).toMatchObject({ kind: 'attendee_ticket', to: ANA.email, status: 'sent' });
  expect((await verify(db)).drift).toEqual([]);
});

test('a paid order keeps the choice until it is paid, and it can be changed', async () => {
  const { save, order, itemId, questionId, params, buyer } = await held({}, { type: 'paid', amount: 2500 });
  const both = [
    { itemId, later: true },
    { itemId, later: true },
  ];
  expect((await save({ attendees: both, attendeeAnswers: [] })).body.data.step).toBe('payment');
  expect((await order()).attendees.map(({ later }) => later)).toEqual([true, true]);
  expect((await save({ attendeeAnswers: [{ [questionId]: 'S' }] })).status).toBe(200);
  expect((await order()).attendees).toEqual([
    { itemId, ...BUYER, later: false },
    { itemId, firstName: '', lastName: '', email: '', later: true },
  ]);
  await confirm((await start(buyer, params.orderShortId)).body.data, '4242424242424242');
  await refresh(buyer, params.orderShortId);
  expect(await order()).toMatchObject({ badge: 'COMPLETED', unnamed: 1, tickets: [{ firstName: 'Lucía' }] });
});

test('an order that waits for its offline payment can be given its names meanwhile', async () => {
  const { save, order, name, questionId, params, buyer } = await held(
    { offlinePayments: true, offlineInstructions: '<p>By transfer.</p>' },
    { type: 'paid', amount: 2500 },
  );
  await save({});
  const chosen = await buyer.call(chooseOfflinePayment, { params });
  expect(chosen.body.data).toMatchObject({ badge: 'AWAITING_OFFLINE_PAYMENT', unnamed: 1 });
  const [toPay] = await mailsTo(params.orderShortId);
  expect(toPay).toMatchObject({ kind: 'order_awaiting_payment', status: 'sent' });
  expect(toPay?.text).toContain('Falta el nombre en 1 entrada.');
  expect((await name({ answers: { [questionId]: 'M' } })).status).toBe(200);
  expect(await order()).toMatchObject({ unnamed: 0, tickets: [{ status: 'awaiting_payment' }, {}] });
});

test('half a name, an answer nobody is asked yet, and names that may not wait are refused', async () => {
  const allowed = await held();
  const { itemId, questionId } = allowed;
  const half = await allowed.save({
    attendees: [
      { itemId, later: true },
      { itemId, firstName: 'Ana', lastName: '', email: '' },
    ],
    attendeeAnswers: [{ [questionId]: 'S' }, {}],
  });
  expect(half.problem.errors?.map(({ path }) => path)).toEqual(['attendees.1.lastName', 'attendees.1.email']);
  const early = await allowed.save({ attendeeAnswers: [{ [questionId]: 'S' }, { [questionId]: 'S' }] });
  expect(early.problem.errors).toEqual([{ path: `attendeeAnswers.1.${questionId}`, code: 'not_found' }]);
  for (const settings of [
    { namesLater: false },
    { correctNames: false },
    // The time for names is over.
    { correctNamesBefore: 365, correctNamesUnit: 'days' },
  ]) {
    const refused = await (await held(settings)).save({});
    expect(refused.problem.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual(
      ['firstName', 'lastName', 'email'].map((field) => `attendees.1.${field} required`),
    );
  }
});
