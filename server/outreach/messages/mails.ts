import { z } from 'zod';
import { scopeOfRow } from '../../platform/context.ts';
import type { JobCtx } from '../../platform/jobs/job.ts';
import type { ComposeMail, Composers, QueuedMail } from '../../platform/mail/mailer.ts';
import { type EventFacts, findEventFacts } from '../../sales/orders/event-queries.ts';
import { isNarrowed } from './audience.ts';
import { messageData, unsubscribeUrl } from './content.ts';
import { findById, type Message } from './queries.ts';
import { type ClaimedRecipient, claimRecipient, findFirst, findPerson } from './recipient-queries.ts';

/** How long the words of a message and the facts of its event are kept for the next of its mails. */
const KEPT_MS = 5_000;

type Facts = { message: Message; event: EventFacts };

async function readFacts(ctx: JobCtx, messageId: number): Promise<Facts | null> {
  const message = await findById(ctx.db, messageId);
  const event = message && (await findEventFacts(ctx.db, message.eventId));
  return message && event ? { message, event } : null;
}

/** Reads the message and its event once for many mails. */
function keptFacts() {
  const kept = new Map<number, Facts & { until: number }>();
  return async (ctx: JobCtx, messageId: number): Promise<Facts | null> => {
    const now = performance.now();
    for (const [id, { until }] of kept) if (until < now) kept.delete(id);
    const known = kept.get(messageId);
    if (known) return known;
    const facts = await readFacts(ctx, messageId);
    if (facts) kept.set(messageId, { ...facts, until: now + KEPT_MS });
    return facts;
  };
}

/**
 * Whether the ticket or order still belongs to the address, and is still valid unless the message asked for others as well.
 * Otherwise its recipient gets no mail about it.
 */
function stillHas(message: Message, recipient: NonNullable<ClaimedRecipient>): boolean {
  const { address, attendee_id: attendeeId, person } = recipient;
  const now = attendeeId === null ? person.buyerEmail : person.holderEmail;
  if (now === null || now.toLowerCase() !== address.toLowerCase()) return false;
  const isValid = attendeeId === null ? person.orderStatus === 'completed' : person.ticketStatus === 'active';
  return isValid || isNarrowed(message.audience);
}

/** RFC 8058: mail programs end news with one POST to this address, and people find a page there. */
const leaveHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const replyTo = ({ supportEmail }: EventFacts) => (supportEmail ? { replyTo: supportEmail } : {});

const ownMail = z.object({
  messageId: z.number(),
  sentAs: z.enum(['test', 'copy']),
  orderId: z.number().optional(),
  attendeeId: z.number().nullable().optional(),
});

/** Composes messages. A recipient's mail is claimed first, so that stopping the message does not take it back any more. */
export function messageMails(): Composers {
  const factsOf = keptFacts();

  /** A test or a copy, with the facts of somebody who gets the message. */
  async function own(ctx: JobCtx, mail: QueuedMail) {
    const { messageId, sentAs, ...of } = ownMail.parse(mail.data);
    // Whoever tests reads what they have just written.
    const facts = await (sentAs === 'test' ? readFacts : factsOf)(ctx, messageId);
    if (!facts) return null;
    const { message, event } = facts;
    const scope = scopeOfRow(message);
    const about = of.orderId
      ? { orderId: of.orderId, attendeeId: of.attendeeId ?? null }
      : await findFirst(ctx.db, messageId);
    const person = about && (await findPerson(ctx.db, scope, about));
    if (!person) return null;
    const { locale } = mail;
    const data = messageData(ctx, { message, event, person, locale, recipientId: null, sentAs });
    return { kind: 'event_message' as const, ...replyTo(event), data };
  }

  const compose: ComposeMail = async (ctx, mail) => {
    if (mail.userId !== null) return own(ctx, mail);
    const recipient = await claimRecipient(ctx.db, mail.id);
    const facts = recipient && (await factsOf(ctx, recipient.messageId));
    if (!recipient || !facts || !stillHas(facts.message, recipient)) return null;
    const { message, event } = facts;
    const isNews = message.purpose === 'news';
    if (isNews && recipient.isUnsubscribed) return null;
    return {
      kind: 'event_message',
      ...replyTo(event),
      ...(isNews && { headers: leaveHeaders(unsubscribeUrl(ctx, recipient.id)) }),
      data: messageData(ctx, {
        message,
        event,
        person: recipient.person,
        locale: mail.locale,
        recipientId: recipient.id,
        sentAs: 'message',
      }),
    };
  };
  return { event_message: compose };
}
