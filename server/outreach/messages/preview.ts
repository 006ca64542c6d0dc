import { randomUUID } from 'node:crypto';
import { personName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import type { ListMeta, ListQuery } from '@entrada/contract/list';
import type { Audience, AudienceCount } from '@entrada/contract/outreach/audience';
import {
  MESSAGES,
  type MessageEach,
  type MessagePreview,
  type MessagePurpose,
  type MessageRecipient,
  recipientListRules,
} from '@entrada/contract/outreach/messages';
import type { Placeholder } from '@entrada/contract/outreach/placeholders';
import { requireEvent } from '../../catalog/events/service.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { readPage } from '../../platform/lists/page.ts';
import { countMessages } from '../../platform/mail/daily-cap.ts';
import { queueMail } from '../../platform/mail/mailer.ts';
import { readRichText } from '../../platform/rich-text.ts';
import { workers } from '../../platform/workers/shared.ts';
import { findEventFacts } from '../../sales/orders/event-queries.ts';
import { readAudience } from './audience.ts';
import * as audiences from './audience-queries.ts';
import { messageData } from './content.ts';
import { findMessages } from './queries.ts';
import { findPerson, findRecipients, recipientSource } from './recipient-queries.ts';
import { expectConfirmed, expectSendable } from './sending.ts';
import type { OfOne } from './service.ts';
import { findUser } from './user-queries.ts';
import { messagesPerDay } from './work.ts';

type Addressed = { audience: Audience; each: MessageEach; purpose: MessagePurpose };

/** A sample of people is no longer than this. */
const SAMPLE = 8;

const wishOf = (ctx: Ctx, eventId: number, { audience, each, purpose }: Addressed): audiences.Wish => ({
  found: readAudience(scopeOf(ctx.actor), eventId, audience),
  each,
  purpose,
});

/** The placeholders that are empty in some mails. */
function emptyOf(counted: audiences.CountedAudience, to: Audience['to']): AudienceCount['empty'] {
  const ofTickets = to === 'buyers' ? counted.mails : 0;
  const all: [Placeholder, number][] = [
    ['first_name', counted.noFirstName],
    ['last_name', counted.noLastName],
    ['ticket', ofTickets],
    ['ticket_number', ofTickets],
    ['ticket_link', ofTickets],
    ['order_link', counted.noOrderLink],
  ];
  return all.flatMap(([placeholder, count]) => (count > 0 ? { placeholder, count } : []));
}

/** Who would get a message now. Throws NOT_FOUND, VALIDATION_FAILED. Writes nothing. */
export async function countAudience(ctx: Ctx, eventId: number, given: Addressed): Promise<AudienceCount> {
  const { scope } = await requireEvent(ctx, eventId);
  const wish = wishOf(ctx, eventId, given);
  const counted = await audiences.countFound(ctx.db, scope, wish);
  const sample = await audiences.samplePeople(ctx.db, scope, wish, { most: SAMPLE });
  const perDay = await messagesPerDay(ctx.db, scope, ctx.config);
  const { found, mails, orders, sameAddress, noEmail, unsubscribed, bounced, unnamed } = counted;
  const left = [
    { reason: 'SAME_ADDRESS' as const, count: sameAddress },
    { reason: 'NO_EMAIL' as const, count: noEmail },
    { reason: 'UNSUBSCRIBED' as const, count: unsubscribed },
    { reason: 'BOUNCED' as const, count: bounced },
  ];
  return {
    mails,
    found,
    orders,
    left: left.filter(({ count }) => count > 0),
    sample: sample.map(({ orderId, attendeeId, address, ...name }) => ({
      name: personName(name),
      email: address,
      orderId,
      attendeeId,
    })),
    empty: emptyOf(counted, given.audience.to),
    unnamed,
    locales: await audiences.countLocales(ctx.db, scope, wish),
    leftToday: Math.max(0, perDay - (await countMessages(ctx.db, scope))),
    perDay,
  };
}

type Asked = Addressed & { subject: string; body: string; nth: number; locale?: Locale | undefined };

/**
 * A message as the nth of its recipients would get it. Throws NOT_FOUND, VALIDATION_FAILED, MESSAGE_TO_NOBODY if there is no
 * such recipient.
 */
export async function previewMessage(ctx: Ctx, eventId: number, asked: Asked): Promise<MessagePreview> {
  const { scope } = await requireEvent(ctx, eventId);
  const { nth, subject, purpose } = asked;
  const body = readRichText(asked.body, { path: 'body', max: MESSAGES.body });
  const wish = wishOf(ctx, eventId, asked);
  const [one, next] = await audiences.samplePeople(ctx.db, scope, wish, { most: 2, skip: nth });
  const person = one && (await findPerson(ctx.db, scope, one));
  const event = await findEventFacts(ctx.db, eventId);
  if (!person || !event) throw fail('MESSAGE_TO_NOBODY');
  const locale = asked.locale ?? one.locale;
  const message = { subject, body, purpose };
  const data = messageData(ctx, { message, event, person, locale, recipientId: null, sentAs: 'message' });
  const mail = await workers.run('writeLetter', { kind: 'event_message', data, locale });
  return {
    recipient: { name: personName(one), email: one.address, locale: one.locale },
    locale,
    sender: event.organizer.name,
    replyTo: event.supportEmail || null,
    ...mail,
    hasNext: next !== undefined,
  };
}

/**
 * Mails a message as it is saved to the caller, with the facts of its first recipient. Throws EMAIL_NOT_CONFIRMED, NOT_FOUND,
 * VALIDATION_FAILED, MESSAGE_PLACEHOLDER_UNKNOWN, MESSAGE_TO_NOBODY.
 */
export async function testMessage(
  ctx: Ctx,
  { eventId, messageId }: OfOne,
  { locale }: { locale?: Locale | undefined },
): Promise<{ to: string }> {
  expectConfirmed(ctx);
  const { scope } = await requireEvent(ctx, eventId);
  const [message] = await findMessages(ctx.db, scope, eventId, [messageId]);
  if (!message) throw fail('NOT_FOUND');
  expectSendable(message);
  const [one] = await audiences.samplePeople(ctx.db, scope, wishOf(ctx, eventId, message), { most: 1 });
  const user = await findUser(ctx.db, userOf(ctx.actor).userId);
  if (!one || !user) throw fail('MESSAGE_TO_NOBODY');
  const { orderId, attendeeId } = one;
  await queueMail(ctx.db, {
    kind: 'event_message',
    dedupeKey: `message:${messageId}:test:${randomUUID()}`,
    accountId: scope.accountId,
    userId: user.id,
    to: user.email,
    locale: locale ?? user.locale,
    data: { messageId, sentAs: 'test', orderId, attendeeId },
  });
  return { to: user.email };
}

/** A page of the recipients of a message with what became of each. Throws NOT_FOUND, VALIDATION_FAILED. */
export async function listRecipients(
  ctx: Ctx,
  { eventId, messageId }: OfOne,
  query: ListQuery,
): Promise<{ data: MessageRecipient[]; meta: ListMeta }> {
  const { scope } = await requireEvent(ctx, eventId);
  const [message] = await findMessages(ctx.db, scope, eventId, [messageId]);
  if (!message) throw fail('NOT_FOUND');
  const list = { rules: recipientListRules, source: recipientSource(scope, messageId), query };
  return readPage(ctx.db, list, async (ids) =>
    (await findRecipients(ctx.db, scope, ids)).map(({ firstName, lastName, at, ...row }) => ({
      ...row,
      name: personName({ firstName, lastName }),
      at: at.toISOString(),
    })),
  );
}
