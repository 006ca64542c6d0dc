import { randomUUID } from 'node:crypto';
import { personName } from '@entrada/contract/accounts/person-name';
import { checkAnswer } from '@entrada/contract/catalog/answers';
import type { Locale } from '@entrada/contract/constants';
import type * as endpoints from '@entrada/contract/sales/own-tickets/changes';
import type { OwnTickets } from '@entrada/contract/sales/own-tickets/changes';
import type { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { inTurn } from '../../platform/turns.ts';
import { lockHolder, type Person } from '../holders/queries.ts';
import { handOver, type Locked, personOf, ticketMail, writeCorrection } from '../holders/service.ts';
import { writeAnswerChanges } from '../order-answers/queries.ts';
import { askedOf } from '../order-views/buyer-view.ts';
import { findByShortId, lockByShortId } from '../orders/queries.ts';
import { findOwnTickets, noteOpened, type OwnRow } from './queries.ts';
import { questionsOf, readFacts, showOwn } from './reading.ts';

type At = { orderShortId: string; reference: string };
type Change = Extract<keyof Awaited<ReturnType<Facts['judge']>>, string>;
type Facts = Awaited<ReturnType<typeof readFacts>>;
type Body<E extends { body: z.ZodType }> = z.output<E['body']>;

/** How a call may mail, and whether it is a repetition. */
export type Call = {
  /** Counts a mail of an order to an address. Throws RATE_LIMITED if there are too many. */
  mayMail: (email: string, order: { id: number }) => void;
  key: NotedKey | null;
};

/** What can be changed about the tickets of an order by whoever holds its link. Throws ORDER_NOT_FOUND. */
export async function showOwnTickets(ctx: Ctx, shortId: string): Promise<OwnTickets> {
  const order = await findByShortId(ctx.db, shortId);
  if (!order) throw fail('ORDER_NOT_FOUND');
  return showOwn(ctx.db, order);
}

type Ready = Locked & { row: OwnRow; facts: Facts };

/**
 * Does one change of one ticket: locks the order by its link, then the ticket, so that a scan under way comes before or
 * after. A repeated key changes nothing. Answers all tickets as they are then. Throws ORDER_NOT_FOUND, NOT_FOUND,
 * STALE_VERSION with params.version, or why the change is not possible (`ownTicketObstacles`).
 */
async function changeTicket(
  ctx: Ctx,
  { orderShortId, reference }: At,
  { kind, version, key }: { kind: Change; version?: number; key: NotedKey | null },
  change: (tx: Tx, ready: Ready) => Promise<void>,
): Promise<OwnTickets> {
  await inTurn(ctx.db, [`order ${orderShortId}`], async (tx) => {
    const order = await lockByShortId(tx, orderShortId);
    if (!order?.buyer) throw fail('ORDER_NOT_FOUND');
    if (!(await claimKey(tx, key))) return;
    const scope = scopeOfRow(order);
    const find = async () => (await findOwnTickets(tx, scope, { orderId: order.id, reference }))[0];
    const known = await find();
    const at = known && { eventId: order.eventId, attendeeId: known.id };
    const one = at && (await lockHolder(tx, scope, at));
    const row = one && (await find());
    if (!row || !one) throw fail('NOT_FOUND');
    const facts = await readFacts(tx, order);
    const obstacle = facts.judge(row)[kind];
    if (obstacle) throw fail(obstacle);
    if (version !== undefined) expectVersion(version, one.version);
    await change(tx, { scope, order, one, row, facts });
  });
  return showOwnTickets(ctx, orderShortId);
}

/**
 * Says who comes with a ticket, or corrects the name or the address. The code stays valid. A new address is mailed the
 * ticket, and the old one is told without naming the new one. Without an address the ticket is the buyer's. Locks and
 * throws as `changeTicket`, VALIDATION_FAILED, RATE_LIMITED.
 */
export const nameTicket = (
  ctx: Ctx,
  at: At,
  { version, answers = {}, ...body }: Body<typeof endpoints.nameOwnTicket>,
  { mayMail, key }: Call,
): Promise<OwnTickets> =>
  changeTicket(ctx, at, { kind: 'correct', version, key }, async (tx, ready) => {
    const { order, one, row } = ready;
    const buyer = order.buyer?.email ?? '';
    const person: Person = { ...body, email: body.email || buyer, locale: one.locale };
    await writeAnswers(tx, ready, answers);
    await writeCorrection(tx, ctx, ready, { person, action: 'attendee.named' });
    const [from, to] = [one.email.toLowerCase(), person.email.toLowerCase()];
    if (from === to || row.status !== 'active') return;
    if (to !== buyer.toLowerCase()) {
      mayMail(to, order);
      const occasion = `named-${randomUUID()}`;
      await queueMail(tx, ticketMail(ready, person, { codeVersion: one.codeVersion, occasion }));
    }
    // A ticket without a name stood under the buyer's address, who is here.
    if (from === '' || row.awaitsName) return;
    await queueMail(tx, {
      kind: 'ticket_email_changed',
      dedupeKey: `ticket_email_changed:${order.id}:${one.id}-${one.version}`,
      accountId: order.accountId,
      orderId: order.id,
      attendeeId: one.id,
      to: one.email,
      locale: one.locale as Locale,
      data: { firstName: one.firstName, lastName: one.lastName },
    });
  });

/** Writes the answers about an attendee who had no name before. They are asked as in the checkout. */
async function writeAnswers(
  tx: Tx,
  { scope, order, row, facts }: Ready,
  answers: NonNullable<Body<typeof endpoints.nameOwnTicket>['answers']>,
): Promise<void> {
  const asked = row.awaitsName ? questionsOf(await askedOf(tx, facts.event), row.ticketId) : [];
  const known = new Set(asked.map(({ id }) => String(id)));
  const checked = asked.map((one) => ({
    one,
    ...checkAnswer(one, answers[String(one.id)], `answers.${one.id}`),
  }));
  const errors = [
    ...Object.keys(answers).flatMap((id) =>
      known.has(id) ? [] : [{ path: `answers.${id}`, code: 'not_found' as const }],
    ),
    ...checked.flatMap((one) => one.errors),
  ];
  if (errors.length > 0) throw failFields(errors);
  const changes = checked.flatMap(({ one: { id, title, type }, value }) =>
    value === null ? [] : [{ questionId: id, before: null, after: { title, type, value } }],
  );
  await writeAnswerChanges(tx, scope, { orderId: order.id, attendeeId: row.id }, changes);
}

/** Whether mails to this address go to the buyer, who caused them, or to nobody. Others are counted. */
const isBuyers = ({ email }: { email: string }, { buyer }: Ready['order']): boolean =>
  email === '' || email.toLowerCase() === buyer?.email.toLowerCase();

/**
 * Gives a ticket to another person, who is mailed the new code with the note. The buyer no longer sees the code, and who
 * had it is told. Locks and throws as `changeTicket`, RATE_LIMITED.
 */
export const passOnTicket = (
  ctx: Ctx,
  at: At,
  { version, note, ...body }: Body<typeof endpoints.passOnOwnTicket>,
  { mayMail, key }: Call,
): Promise<OwnTickets> =>
  changeTicket(ctx, at, { kind: 'passOn', version, key }, async (tx, ready) => {
    const { order, one } = ready;
    mayMail(body.email.toLowerCase(), order);
    if (!isBuyers(one, order)) mayMail(one.email.toLowerCase(), order);
    await handOver(tx, ctx, ready, {
      person: { ...body, locale: one.locale },
      action: 'attendee.passed_on_by_buyer',
      tellOldHolder: true,
      data: { givenBy: personName(order.buyer ?? {}), note },
    });
  });

/**
 * Takes a ticket back that the buyer passed on: the person who had it before has it again, with a new code, and the other
 * one is told. If nobody was named before, nobody is named again. Locks and throws as `changeTicket`, RATE_LIMITED,
 * TICKET_OPENED once the other one has looked at it.
 */
export const takeBackTicket = (
  ctx: Ctx,
  at: At,
  { version }: Body<typeof endpoints.takeBackOwnTicket>,
  { mayMail, key }: Call,
): Promise<OwnTickets> =>
  changeTicket(ctx, at, { kind: 'takeBack', version, key }, async (tx, ready) => {
    const { order, one, row } = ready;
    const person = personOf(row.passedFrom ?? one);
    if (!isBuyers(person, order)) mayMail(person.email.toLowerCase(), order);
    await handOver(tx, ctx, ready, {
      person,
      action: 'attendee.taken_back',
      tellOldHolder: true,
      awaitsName: row.passedFrom?.awaitsName === true,
    });
  });

/** Mails a ticket that the buyer passed on to its new holder once more. Locks and throws as `changeTicket`, RATE_LIMITED. */
export const sendTicketAgain = (ctx: Ctx, at: At, { mayMail, key }: Call): Promise<OwnTickets> =>
  changeTicket(ctx, at, { kind: 'sendAgain', key }, async (tx, ready) => {
    const { order, one } = ready;
    mayMail(one.email.toLowerCase(), order);
    const occasion = `again-${randomUUID()}`;
    const mail = ticketMail(ready, personOf(one), { codeVersion: one.codeVersion, occasion });
    const givenBy = personName(order.buyer ?? {});
    await queueMail(tx, { ...mail, data: { ...mail.data, givenBy } });
  });

/** Notes that a holder has looked at a ticket. Nothing happens for any ticket that its buyer did not pass on. */
export const openTicket = (ctx: Ctx, shortId: string): Promise<void> => noteOpened(ctx.db, shortId);
