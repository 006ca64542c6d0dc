import { callName, personName } from '@entrada/contract/accounts/person-name';
import { msg, plural } from '@lingui/core/macro';
import { formatMoment, joinSentences, money } from '../format.ts';
import type {
  NewOrderData,
  OrderConfirmationData,
  OrderEmailCorrectedData,
  PaidButExpiredData,
  PaymentFailedData,
} from './data/orders.ts';
import type { Letter, Note, Writer } from './letter.ts';
import {
  attachedDocuments,
  buyerReason,
  calledOffTitle,
  cover,
  eventFacts,
  eventFooter,
  fromOrganizer,
  nothing,
  onlineNotes,
  receipt,
  receiptToPay,
  ticketDetail,
  unnamedNote,
} from './parts.ts';

export function orderConfirmation(writer: Writer, given: OrderConfirmationData): Letter {
  const { i18n } = writer;
  // No ticket of an event that is called off is one to show.
  const data = given.event.isCalledOff ? { ...given, tickets: [], unnamed: 0, onlineDetails: null } : given;
  const { event, order, tickets, baseUrl } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const firstName = callName(order.buyer);
  const count = tickets.length;
  const isPaid = order.totalMinor > 0;
  const own = data.postCheckoutMessageHtml?.trim();
  const ownNotes: Note[] = own ? [{ title: i18n._(msg`From ${organizerName}`), html: own }] : [];
  const confirmed = isPaid
    ? i18n._(msg`Your order ${reference} is paid.`)
    : i18n._(msg`Your order ${reference} is confirmed.`);
  const show = event.isOnline
    ? i18n._(msg`Your tickets are in the order, along with everything you need to take part.`)
    : i18n._(msg`Show each ticket’s code at the door; there is no need to print it.`);
  const lead = joinSentences(count > 0 ? [confirmed, show] : [confirmed], writer.locale);
  const url = `${baseUrl}/order/${event.id}/${order.shortId}`;
  const shared = {
    preheader: lead,
    ...fromOrganizer(event),
    cover: cover(event),
    body: [{ text: lead, strong: reference }, ...unnamedNote(writer, data.unnamed, url)],
    afterAction: attachedDocuments(writer, data.documents),
    receipt: receipt(writer, order),
    notes: [...onlineNotes(writer, data.onlineDetails), ...ownNotes],
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
  if (count === 0) return { ...shared, ...withoutTickets(writer, data, url) };
  return {
    ...shared,
    subject: i18n._(msg`${plural(count, { one: 'Your ticket', other: 'Your tickets' })} for ${title}`),
    title: firstName
      ? i18n._(
          msg`${plural(count, { one: 'You have your ticket', other: 'You have your tickets' })}, ${firstName}`,
        )
      : i18n._(msg`${plural(count, { one: 'You have your ticket', other: 'You have your tickets' })}`),
    action: {
      label: i18n._(msg`${plural(count, { one: 'View my ticket', other: 'View my tickets' })}`),
      url,
    },
    facts: eventFacts(writer, event),
    tickets: {
      title: i18n._(msg`${plural(count, { one: 'Your ticket', other: 'Your tickets' })}`),
      rows: tickets.map((ticket) => ({
        name: ticket.name,
        detail: ticketDetail(writer, event, ticket),
        link: { label: i18n._(msg`View ticket`), url: ticket.url },
      })),
    },
  };
}

/**
 * What differs for an order without a ticket to show: one that admits nobody, such as one of support alone, or whose event
 * is called off, lists what was bought; one whose tickets all wait for a name says when and where.
 */
function withoutTickets(
  writer: Writer,
  { event, order, unnamed }: OrderConfirmationData,
  url: string,
): Pick<Letter, 'subject' | 'title' | 'action' | 'facts' | 'tickets'> {
  const { i18n } = writer;
  const { title } = event;
  const { firstName } = order.buyer;
  return {
    subject: i18n._(msg`Your order for ${title}`),
    title: event.isCalledOff
      ? calledOffTitle(writer, event)
      : firstName
        ? i18n._(msg`Thank you, ${firstName}`)
        : i18n._(msg`Thank you`),
    action: { label: i18n._(msg`View order`), url },
    facts: unnamed > 0 ? eventFacts(writer, event) : [],
    tickets:
      order.totalMinor > 0 || unnamed > 0
        ? null
        : {
            title: i18n._(msg`Your order`),
            rows: order.lines.map((line) => ({
              name: line.title,
              detail: String(line.quantity),
              link: null,
            })),
          },
  };
}

export function paymentFailed(writer: Writer, data: PaymentFailedData): Letter {
  const { i18n } = writer;
  const { event, held } = data;
  const { title } = event;
  return {
    ...nothing,
    subject: i18n._(msg`Your payment for ${title} did not go through`),
    ...fromOrganizer(event),
    title: i18n._(msg`The payment did not go through`),
    ...(held ? whileHeld(writer, data, held) : afterRelease(writer, data)),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

type Advice = Pick<Letter, 'preheader' | 'body' | 'action'>;

function whileHeld(
  { i18n, locale }: Writer,
  { event, order: { reference } }: PaymentFailedData,
  held: { until: string; payUrl: string },
): Advice {
  const { title } = event;
  const until = formatMoment(held.until, event.timeZone, locale);
  const text = i18n._(
    msg`The payment for your order ${reference} for ${title} did not go through. Nothing was charged. Your order is held for you until ${until}.`,
  );
  return {
    preheader: i18n._(msg`Nothing was charged. Your order is held until ${until}.`),
    body: [
      { text, strong: until },
      { text: i18n._(msg`Try again before then, with the same or another card or method.`) },
    ],
    action: { label: i18n._(msg`Try the payment again`), url: held.payUrl },
  };
}

function afterRelease({ i18n }: Writer, { event, order: { reference } }: PaymentFailedData): Advice {
  const { title } = event;
  const text = i18n._(
    msg`The payment for your order ${reference} for ${title} did not go through. Nothing was charged, and the order is no longer held.`,
  );
  return {
    preheader: i18n._(msg`Nothing was charged. You can start a new order.`),
    body: [
      { text, strong: reference },
      { text: i18n._(msg`If you still want to order, start a new one and pay with another card or method.`) },
    ],
    action: { label: i18n._(msg`Start a new order`), url: event.url },
  };
}

export function paidButExpired(writer: Writer, data: PaidButExpiredData): Letter {
  const { i18n, locale } = writer;
  const { event, order, refund } = data;
  const { title, isCalledOff } = event;
  const { reference } = order;
  const amount = money(refund.minor, refund.currency, locale);
  return {
    ...nothing,
    subject: i18n._(msg`Your payment for ${title} is refunded in full`),
    preheader: i18n._(
      isCalledOff
        ? msg`The event was called off. You get ${amount} back.`
        : msg`It arrived after the time to pay had ended. You get ${amount} back.`,
    ),
    ...fromOrganizer(event),
    title: i18n._(msg`Your payment arrived too late`),
    body: [
      {
        text: i18n._(
          isCalledOff
            ? msg`The payment for your order ${reference} arrived after ${title} had been called off.`
            : msg`The payment for your order ${reference} for ${title} arrived after the time to pay had ended, and what you chose is no longer available.`,
        ),
        strong: reference,
      },
      {
        text: i18n._(
          msg`We are refunding ${amount} in full, to the card or account you paid with. There is nothing you need to do. Most banks show the refund within 10 days.`,
        ),
        strong: amount,
      },
    ],
    action: isCalledOff ? null : { label: i18n._(msg`See what is available`), url: event.url },
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

/** To the old address, which may be a stranger's: it names neither the new address nor a link of the order. */
export function orderEmailCorrected(writer: Writer, data: OrderEmailCorrectedData): Letter {
  const { i18n } = writer;
  const { event, order } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const moved = i18n._(
    msg`The email address of order ${reference} for ${title} was corrected. Its emails no longer come to this address.`,
  );
  return {
    ...nothing,
    subject: i18n._(msg`The address of your order for ${title} was changed`),
    preheader: moved,
    ...fromOrganizer(event),
    title: i18n._(msg`Your order has another address now`),
    body: [
      { text: moved, strong: reference },
      {
        text: data.byOrganizer
          ? i18n._(msg`${organizerName} corrected it. If you bought this order, write to them.`)
          : i18n._(
              msg`Whoever holds the link of the order can correct its address. If it was not you, write to ${organizerName}.`,
            ),
      },
    ],
    action: { label: i18n._(msg`View the event`), url: event.url },
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

export function newOrder(writer: Writer, data: NewOrderData): Letter {
  const { i18n, locale } = writer;
  const { event, order } = data;
  const { title } = event;
  const { reference } = order;
  const buyer = personName(order.buyer);
  const isPaid = order.totalMinor > 0;
  const until = data.awaitedUntil && formatMoment(data.awaitedUntil, event.timeZone, locale);
  const amount = money(order.totalMinor, order.currency, locale);
  const quantity = order.lines.reduce((sum, line) => sum + (line.admits ? line.quantity : 0), 0);
  const ordered = isPaid
    ? i18n._(msg`${buyer} ordered for ${amount}, without a ticket.`)
    : i18n._(msg`${buyer} placed an order without a ticket.`);
  const withTickets = isPaid
    ? i18n._(msg`${buyer} bought ${plural(quantity, { one: '# ticket', other: '# tickets' })} for ${amount}.`)
    : i18n._(msg`${buyer} registered for ${plural(quantity, { one: '# ticket', other: '# tickets' })}.`);
  const bought = quantity > 0 ? withTickets : ordered;
  return {
    ...nothing,
    subject: i18n._(msg`New order ${reference} for ${title}`),
    preheader: bought,
    sender: title,
    title: i18n._(msg`New order ${reference}`),
    body: [
      { text: bought, strong: buyer, link: { label: order.buyer.email, url: `mailto:${order.buyer.email}` } },
      ...(until
        ? [
            {
              text: i18n._(
                msg`It is not paid yet: the buyer pays without a card, until ${until}. Mark the order as paid once you have the money; without it, the order is cancelled then.`,
              ),
              strong: until,
            },
          ]
        : []),
    ],
    action: { label: i18n._(msg`View order`), url: data.manageUrl },
    tickets: isPaid
      ? null
      : {
          title: quantity > 0 ? i18n._(msg`Tickets`) : i18n._(msg`Order`),
          rows: order.lines.map((line) => ({ name: line.title, detail: String(line.quantity), link: null })),
        },
    receipt: until ? receiptToPay(writer, order) : receipt(writer, order),
    footer: [{ text: i18n._(msg`You receive this email because ${title} reports new orders to you.`) }],
  };
}
