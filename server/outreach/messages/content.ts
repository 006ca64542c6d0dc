import { callName } from '@entrada/contract/accounts/person-name';
import type { Locale } from '@entrada/contract/constants';
import type { MessagePurpose } from '@entrada/contract/outreach/messages';
import type { EventMessageData } from '@entrada/documents/types';
import type { Ctx } from '../../platform/context.ts';
import { documentEvent } from '../../sales/order-views/render.ts';
import { ticketTitle } from '../../sales/orders/core/lines.ts';
import type { EventFacts } from '../../sales/orders/event-queries.ts';
import { unsubscribeToken } from '../unsubscribing/token.ts';
import type { PersonFacts } from './recipient-queries.ts';

type Written = { subject: string; body: string; purpose: MessagePurpose };

/** Where the reader of a mail ends news of the account. */
export const unsubscribeUrl = ({ config }: Pick<Ctx, 'config'>, recipientId: number): string =>
  `${config.baseUrl}/unsubscribe/${unsubscribeToken(config.secret, recipientId)}`;

const isBuyer = ({ buyerEmail, holderEmail }: PersonFacts) =>
  buyerEmail !== null && holderEmail !== null && buyerEmail.toLowerCase() === holderEmail.toLowerCase();

/** A message as one person gets it. The link of an order goes to its buyer alone. */
export function messageData(
  ctx: Pick<Ctx, 'config'>,
  {
    message,
    event,
    person,
    locale,
    recipientId,
    sentAs,
  }: {
    message: Written;
    event: EventFacts;
    person: PersonFacts;
    locale: Locale;
    /** Null for a test and a copy. */
    recipientId: number | null;
    sentAs: EventMessageData['sentAs'];
  },
): EventMessageData {
  const { baseUrl } = ctx.config;
  const isTicket = person.attendeeId !== null;
  const names = isTicket
    ? { firstName: person.firstName, lastName: person.lastName }
    : { firstName: person.buyerFirstName, lastName: person.buyerLastName };
  return {
    baseUrl,
    event: documentEvent(ctx, event, locale),
    message: { subject: message.subject, bodyHtml: message.body },
    recipient: {
      firstName: callName({ firstName: names.firstName ?? '', lastName: names.lastName ?? '' }),
      lastName: names.lastName ?? '',
    },
    ticket: isTicket
      ? {
          ticketTitle: ticketTitle(
            { ticketName: person.ticketName ?? '', priceLabel: person.priceLabel ?? '' },
            locale,
          ),
          reference: person.ticketReference ?? '',
          url: `${baseUrl}/ticket/${event.id}/${person.ticketShortId}`,
        }
      : null,
    order: {
      reference: person.orderReference,
      url: !isTicket || isBuyer(person) ? `${baseUrl}/order/${event.id}/${person.orderShortId}` : null,
    },
    unsubscribeUrl:
      message.purpose === 'news' && recipientId !== null ? unsubscribeUrl(ctx, recipientId) : null,
    sentAs,
  };
}
