import { randomUUID } from 'node:crypto';
import type { Locale } from '@entrada/contract/constants';
import type {
  AttendeeDetail,
  passOnTicket,
  reissueCode,
  updateAttendee,
} from '@entrada/contract/sales/holders';
import type { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { audit, changes, type Witness } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail, failFields } from '../../platform/errors.ts';
import { claimKey, type NotedKey } from '../../platform/http/idempotency.ts';
import { liftBounces } from '../../platform/mail/left-alone.ts';
import { type NewMail, queueMail } from '../../platform/mail/mailer.ts';
import { newShortId } from '../../platform/secrets.ts';
import { inTurn } from '../../platform/turns.ts';
import { isWithheldNow } from '../order-views/withheld.ts';
import type { Order } from '../orders/core/types.ts';
import { lockById } from '../orders/queries.ts';
import { holderObstacles } from './core/obstacles.ts';
import { showAttendee } from './detail.ts';
import * as queries from './queries.ts';

export type At = { eventId: number; attendeeId: number };
type Body<E extends { body: z.ZodType }> = z.output<E['body']>;

/** How a call may mail, and whether it is a repetition. */
export type Call = {
  /** Counts a mail to this address. Throws RATE_LIMITED if it gets too many. */
  mayMail: (email: string) => void;
  key: NotedKey | null;
};

export type Locked = { scope: AccountScope; order: Order; one: queries.Holder };

/** Locks the order of an attendee, then the attendee. Throws NOT_FOUND. */
export async function lockBoth(tx: Tx, ctx: Ctx, at: At): Promise<Locked> {
  const scope = scopeOf(ctx.actor);
  const known = await queries.findHolder(tx, scope, at);
  const order = known && (await lockById(tx, known.orderId));
  const one = order && (await queries.lockHolder(tx, scope, at));
  if (!order?.buyer || !one) throw fail('NOT_FOUND');
  return { scope, order, one };
}

const obstaclesOf = ({ order, one }: Locked) =>
  holderObstacles({
    eventStatus: one.eventStatus,
    orderStatus: order.status,
    attendeeStatus: one.status,
  });

/** The data of a person, without the ticket. */
export const personOf = ({ firstName, lastName, email, locale }: queries.Person): queries.Person => ({
  firstName,
  lastName,
  email,
  locale,
});

const isSamePerson = (one: queries.Person, other: queries.Person): boolean =>
  one.firstName === other.firstName && one.lastName === other.lastName && one.email === other.email;

/** The mail with one ticket and the code that it has now. `occasion` tells this mail from others about the ticket. */
export const ticketMail = (
  { order, one }: Locked,
  to: queries.Person,
  {
    codeVersion,
    occasion,
    replacesOlder = false,
  }: { codeVersion: number; occasion: string; replacesOlder?: boolean },
): NewMail => ({
  kind: 'attendee_ticket',
  dedupeKey: `attendee_ticket:${order.id}:${one.id}-${occasion}`,
  accountId: order.accountId,
  orderId: order.id,
  attendeeId: one.id,
  to: to.email,
  locale: to.locale,
  data: { isAlone: true, codeVersion, replacesOlder },
});

/**
 * Writes the corrected data of a locked attendee and records what differs. A ticket without a name has one from then on.
 * Only a correction that leaves the name and the address as they are keeps it without, because they are the buyer's.
 */
export async function writeCorrection(
  tx: Tx,
  ctx: Witness,
  { scope, order, one }: Locked,
  { person, action }: { person: queries.Person; action: 'attendee.corrected' | 'attendee.named' },
): Promise<void> {
  const changed = changes(personOf(one), person);
  const awaitsName = one.awaitsName && action === 'attendee.corrected' && isSamePerson(one, person);
  if (!changed && one.awaitsName === awaitsName) return;
  await queries.writePerson(tx, scope, one.id, person, { awaitsName });
  await audit(tx, ctx, scope, {
    action,
    target: { type: 'order', id: order.id },
    before: { attendeeId: one.id, ...changed?.before },
    after: { attendeeId: one.id, ...changed?.after },
  });
}

/** The code of a ticket goes to nobody before it has a name. Throws TICKET_AWAITS_NAME. */
export async function expectNamed(tx: Tx, { order, one }: Locked): Promise<void> {
  if (await isWithheldNow(tx, order, one)) throw fail('TICKET_AWAITS_NAME');
}

/**
 * Corrects the names, the address or the language of an attendee and records what differs. The code stays valid, because
 * the same person comes. `sendTicket` mails a valid ticket to the address once more. Locks the order, then the attendee.
 * Who has no address needs none. Throws NOT_FOUND, STALE_VERSION with params.version, RATE_LIMITED, VALIDATION_FAILED,
 * TICKET_AWAITS_NAME for `sendTicket`, or why it cannot be changed (`holderObstacles`).
 */
export async function correctAttendee(
  ctx: Ctx,
  at: At,
  body: Body<typeof updateAttendee>,
  { mayMail }: Pick<Call, 'mayMail'>,
): Promise<AttendeeDetail> {
  await inTurn(ctx.db, [`attendee ${at.attendeeId}`], async (tx) => {
    const locked = await lockBoth(tx, ctx, at);
    const { one } = locked;
    const obstacle = obstaclesOf(locked).correct;
    if (obstacle) throw fail(obstacle);
    expectVersion(body.version, one.version);
    const person = personOf(body);
    if (person.email === '' && (one.email !== '' || body.sendTicket))
      throw failFields([{ path: 'email', code: 'required' }]);
    await writeCorrection(tx, ctx, locked, { person, action: 'attendee.corrected' });
    if (body.sendTicket && obstaclesOf(locked).renew === null) {
      if (isSamePerson(one, person)) await expectNamed(tx, locked);
      mayMail(person.email.toLowerCase());
      await liftBounces(tx, locked.scope, person.email);
      const occasion = `again-${randomUUID()}`;
      await queueMail(tx, ticketMail(locked, person, { codeVersion: one.codeVersion, occasion }));
    }
  });
  return showAttendee(ctx, at);
}

/**
 * Locks the ticket that a call gives a new code, and does `work` unless the same call was done before. Answers the
 * attendee as it stands then.
 */
async function withNewCode(
  ctx: Ctx,
  at: At,
  { version, key }: { version: number; key: NotedKey | null },
  work: (tx: Tx, locked: Locked) => Promise<void>,
): Promise<AttendeeDetail> {
  await inTurn(ctx.db, [`attendee ${at.attendeeId}`], async (tx) => {
    const locked = await lockBoth(tx, ctx, at);
    if (!(await claimKey(tx, key))) return;
    const obstacle = obstaclesOf(locked).renew;
    if (obstacle) throw fail(obstacle);
    expectVersion(version, locked.one.version);
    await work(tx, locked);
  });
  return showAttendee(ctx, at);
}

/** Gives a locked ticket a new code and a new address. Answers the version of the code. */
export const renewCode = (tx: Tx, { scope, one }: Locked) =>
  queries.writeNewCode(tx, scope, { id: one.id, oldShortId: one.shortId, newShortId: newShortId('a') });

type HandOver = {
  person: queries.Person;
  action: 'attendee.passed_on' | 'attendee.passed_on_by_buyer' | 'attendee.taken_back';
  wasCheckedIn?: boolean;
  tellOldHolder: boolean;
  /** Of a ticket that is taken back: nobody is named yet, so its code goes to nobody. */
  awaitsName?: boolean;
  /** More about the mail with the ticket. */
  data?: Record<string, unknown>;
};

/**
 * Makes a locked ticket another person's: a new code, the mail with it, and the mail to who had it. Only if the buyer
 * passes it on is kept who had it, because only the buyer can take it back.
 */
export async function handOver(
  tx: Tx,
  ctx: Witness,
  locked: Locked,
  { person, action, wasCheckedIn = false, tellOldHolder, awaitsName = false, data }: HandOver,
): Promise<void> {
  const { scope, order, one } = locked;
  const codeVersion = await renewCode(tx, locked);
  const before = personOf(one);
  await queries.writePerson(
    tx,
    scope,
    one.id,
    person,
    action === 'attendee.taken_back'
      ? { isTakenBack: true, awaitsName }
      : {
          passedOn:
            action === 'attendee.passed_on_by_buyer' ? { ...before, awaitsName: one.awaitsName } : null,
        },
  );
  await audit(tx, ctx, scope, {
    action,
    target: { type: 'order', id: order.id },
    before: { attendeeId: one.id, ...before },
    after: { attendeeId: one.id, ...person, codeVersion, wasCheckedIn },
  });
  const mail = ticketMail(locked, person, { codeVersion, occasion: `code-${codeVersion}` });
  if (person.email !== '' && !awaitsName) await queueMail(tx, { ...mail, data: { ...mail.data, ...data } });
  // Whoever was added by hand may have had no address.
  if (!tellOldHolder || ['', person.email.toLowerCase()].includes(one.email.toLowerCase())) return;
  await queueMail(tx, {
    kind: 'ticket_passed_on',
    dedupeKey: `ticket_passed_on:${order.id}:${one.id}-${codeVersion}`,
    accountId: order.accountId,
    orderId: order.id,
    attendeeId: one.id,
    to: one.email,
    locale: one.locale as Locale,
    data: { firstName: one.firstName, lastName: one.lastName, isTakenBack: action === 'attendee.taken_back' },
  });
}

/**
 * Gives a ticket to another person, who is mailed the new code. The old code and the old address of the ticket are no
 * longer valid at the commit, and the buyer no longer sees the ticket. `tellOldHolder` mails who had it. Locks the
 * order, then the attendee, so that a scan under way comes before or after. Throws NOT_FOUND, STALE_VERSION with
 * params.version, RATE_LIMITED, ATTENDEE_CHECKED_IN unless `evenIfCheckedIn`, or why it gets no code (`holderObstacles`).
 */
export function passOn(
  ctx: Ctx,
  at: At,
  body: Body<typeof passOnTicket>,
  { mayMail, key }: Call,
): Promise<AttendeeDetail> {
  return withNewCode(ctx, at, { version: body.version, key }, async (tx, locked) => {
    const { scope, one } = locked;
    const entries = await queries.findEntries(tx, scope, one.id);
    if (entries.length > 0 && !body.evenIfCheckedIn) throw fail('ATTENDEE_CHECKED_IN');
    mayMail(body.email.toLowerCase());
    await handOver(tx, ctx, locked, {
      person: personOf(body),
      action: 'attendee.passed_on',
      wasCheckedIn: entries.length > 0,
      tellOldHolder: body.tellOldHolder,
    });
  });
}

/**
 * Gives a ticket of the same person a new code, because the old one was lost or stolen. The old code and the old address
 * are no longer valid at the commit. Whoever is inside stays inside. `sendTicket` mails the new code. Locks and throws as
 * `passOn`, but entries do not matter; TICKET_AWAITS_NAME for `sendTicket`.
 */
export function reissue(
  ctx: Ctx,
  at: At,
  body: Body<typeof reissueCode>,
  { mayMail, key }: Call,
): Promise<AttendeeDetail> {
  return withNewCode(ctx, at, { version: body.version, key }, async (tx, locked) => {
    const { scope, order, one } = locked;
    const sends = body.sendTicket && one.email !== '';
    if (sends) await expectNamed(tx, locked);
    if (sends) {
      mayMail(one.email.toLowerCase());
      await liftBounces(tx, scope, one.email);
    }
    const codeVersion = await renewCode(tx, locked);
    await audit(tx, ctx, scope, {
      action: 'attendee.code_reissued',
      target: { type: 'order', id: order.id },
      after: { attendeeId: one.id, codeVersion },
    });
    if (!sends) return;
    const occasion = `code-${codeVersion}`;
    await queueMail(tx, ticketMail(locked, personOf(one), { codeVersion, occasion, replacesOlder: true }));
  });
}
