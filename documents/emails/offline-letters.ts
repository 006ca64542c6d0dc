import { callName } from '@entrada/contract/accounts/person-name';
import { msg, plural } from '@lingui/core/macro';
import { capitalized, formatMoment, joinSentences, money } from '../format.ts';
import type { AwaitingPaymentData, OrderUnpaidData } from './data/orders.ts';
import type { Letter, Note, Writer } from './letter.ts';
import {
  buyerReason,
  calledOffTitle,
  eventFacts,
  eventFooter,
  fromOrganizer,
  nothing,
  receiptToPay,
  ticketDetail,
  unnamedNote,
} from './parts.ts';

/** An order without tickets keeps no places. */
function titleOf({ i18n }: Writer, firstName: string, count: number): string {
  if (count === 0) return firstName ? i18n._(msg`Thank you, ${firstName}`) : i18n._(msg`Thank you`);
  return firstName
    ? i18n._(msg`Your places are kept for you, ${firstName}`)
    : i18n._(msg`Your places are kept for you`);
}

export function awaitingPayment(writer: Writer, data: AwaitingPaymentData): Letter {
  if (data.event.isCalledOff) return nothingToPay(writer, data);
  const { i18n, locale } = writer;
  const { event, order, tickets, offline, baseUrl } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const firstName = callName(order.buyer);
  const amount = money(order.totalMinor, order.currency, locale);
  const until = formatMoment(offline.dueAt, event.timeZone, locale);
  const count = tickets.length + data.unnamed;
  const url = `${baseUrl}/order/${event.id}/${order.shortId}`;
  const lead = i18n._(
    msg`Your order ${reference} is reserved. Pay ${amount} until ${until}; after that it is cancelled.`,
  );
  const howTo = offline.instructionsHtml.trim();
  const notes: Note[] = howTo ? [{ title: i18n._(msg`How to pay`), html: howTo }] : [];
  return {
    ...nothing,
    subject: i18n._(msg`How to pay for ${title}`),
    preheader: i18n._(msg`Pay ${amount} until ${until}.`),
    ...fromOrganizer(event),
    cover: event.coverUrl ? { url: event.coverUrl, alt: title } : null,
    title: titleOf(writer, firstName, count),
    body: [
      { text: lead, strong: until },
      {
        text:
          count > 0
            ? i18n._(
                msg`${plural(count, { one: 'Your ticket becomes valid', other: 'Your tickets become valid' })} once ${organizerName} has your payment. We write to you then.`,
              )
            : i18n._(msg`We write to you once ${organizerName} has your payment.`),
      },
      ...unnamedNote(writer, data.unnamed, url),
    ],
    action: { label: i18n._(msg`View order`), url },
    facts: [
      { label: i18n._(msg`Amount`), value: amount, lines: [], link: null },
      { label: i18n._(msg`Pay until`), value: capitalized(until), lines: [], link: null },
      { label: i18n._(msg`Reference for the payment`), value: reference, lines: [], link: null },
      ...eventFacts(writer, { ...event, calendarUrl: null }),
    ],
    tickets:
      tickets.length > 0
        ? {
            title: i18n._(msg`${plural(count, { one: 'Your ticket', other: 'Your tickets' })}`),
            rows: tickets.map((ticket) => ({
              name: ticket.name,
              detail: ticketDetail(writer, event, ticket),
              link: null,
            })),
          }
        : null,
    receipt: receiptToPay(writer, order),
    notes,
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

/** The event is called off, so nobody pays for it any more. */
function nothingToPay(writer: Writer, { event, order, baseUrl }: AwaitingPaymentData): Letter {
  const { i18n } = writer;
  const { title, organizerName } = event;
  const { shortId, reference } = order;
  const text = i18n._(
    msg`Do not pay for it any more. If you have paid already, write to ${organizerName} and name the order.`,
  );
  return {
    ...nothing,
    subject: i18n._(msg`Your order for ${title}`),
    preheader: text,
    ...fromOrganizer(event),
    title: calledOffTitle(writer, event),
    body: [{ text }],
    action: { label: i18n._(msg`View order`), url: `${baseUrl}/order/${event.id}/${shortId}` },
    facts: [{ label: i18n._(msg`Order`), value: reference, lines: [], link: null }],
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

export function orderUnpaid(writer: Writer, data: OrderUnpaidData): Letter {
  const { i18n, locale } = writer;
  const { event, order, ticketCount: count } = data;
  const { title } = event;
  const { reference, buyerName } = order;
  const amount = money(order.totalMinor, order.currency, locale);
  const ended = i18n._(
    msg`${buyerName} chose to pay ${amount} without a card, and order ${reference} was not marked as paid in time. It is cancelled, and the buyer was told.`,
  );
  const onSale = i18n._(
    msg`${plural(count, { one: '# place is on sale again.', other: '# places are on sale again.' })}`,
  );
  return {
    ...nothing,
    subject: i18n._(msg`Order ${reference} was not paid and is cancelled`),
    preheader: i18n._(msg`${buyerName} did not pay ${amount} in time.`),
    sender: title,
    title: i18n._(msg`An order was not paid`),
    body: [
      {
        text: joinSentences(count > 0 ? [ended, onSale] : [ended], locale),
        strong: reference,
      },
      { text: i18n._(msg`If the money comes after all, send it back or make a new order for the buyer.`) },
    ],
    action: { label: i18n._(msg`View order`), url: data.manageUrl },
    footer: [{ text: i18n._(msg`You receive this email because you organize ${title}.`) }],
  };
}
