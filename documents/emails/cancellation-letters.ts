import { msg, plural } from '@lingui/core/macro';
import type { OrderCancelledData, PlacesData, TicketsCancelledData } from '../types.ts';
import type { Letter, Paragraph, Writer } from './letter.ts';
import { buyerReason, eventFacts, eventFooter, nothing } from './parts.ts';

/** What happens to the money, which a cancellation leaves alone. */
function aboutMoney(
  { i18n }: Writer,
  { event, money }: Pick<OrderCancelledData, 'event' | 'money'>,
): Paragraph[] {
  const { organizerName } = event;
  if (money === 'awaited') {
    return [
      {
        text: i18n._(
          msg`Do not pay for it any more. If you have paid already, write to ${organizerName} and name the order.`,
        ),
      },
    ];
  }
  if (money === 'none') return [];
  return [
    {
      text: i18n._(
        msg`If you get money back, we write to you separately. For questions about that, write to ${organizerName}.`,
      ),
    },
  ];
}

export function orderCancelled(writer: Writer, data: OrderCancelledData): Letter {
  const { i18n } = writer;
  const { event, order, reason } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const withTickets =
    reason === 'unpaid'
      ? msg`The payment for your order ${reference} for ${title} did not arrive in time. The order is cancelled, and its tickets are not valid.`
      : msg`${organizerName} has cancelled your order ${reference} for ${title}. Its tickets are not valid.`;
  const without =
    reason === 'unpaid'
      ? msg`The payment for your order ${reference} for ${title} did not arrive in time. The order is cancelled.`
      : msg`${organizerName} has cancelled your order ${reference} for ${title}.`;
  const text = i18n._(order.hasTickets ? withTickets : without);
  return {
    ...nothing,
    subject: i18n._(msg`Your order for ${title} is cancelled`),
    preheader: text,
    sender: organizerName,
    title: i18n._(msg`Your order is cancelled`),
    body: [{ text, strong: reference }, ...aboutMoney(writer, data)],
    action: { label: i18n._(msg`See what is available`), url: event.url },
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

/** The places that a letter is about, as rows: each ticket by the name on it, other lines by what was bought. */
function placeRows({ i18n }: Writer, { places }: PlacesData, count: number): Letter['tickets'] {
  return {
    title: i18n._(msg`${plural(count, { one: 'The ticket', other: 'The tickets' })}`),
    rows: places.map(({ name, detail }) => ({ name, detail, link: null })),
  };
}

export function ticketsCancelled(writer: Writer, data: TicketsCancelledData): Letter {
  const { i18n } = writer;
  const { event, order, places, baseUrl } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const count = places.length;
  const text = i18n._(
    msg`${plural(count, {
      one: `${organizerName} has cancelled # ticket of your order ${reference} for ${title}. It is no longer valid; the rest of your order stays as it is.`,
      other: `${organizerName} has cancelled # tickets of your order ${reference} for ${title}. They are no longer valid; the rest of your order stays as it is.`,
    })}`,
  );
  return {
    ...nothing,
    subject: i18n._(
      msg`${plural(count, { one: `A ticket for ${title} is cancelled`, other: `# tickets for ${title} are cancelled` })}`,
    ),
    preheader: text,
    sender: organizerName,
    title: i18n._(msg`${plural(count, { one: 'A ticket is cancelled', other: '# tickets are cancelled' })}`),
    body: [{ text, strong: reference }, ...aboutMoney(writer, data)],
    action: { label: i18n._(msg`View order`), url: `${baseUrl}/order/${event.id}/${order.shortId}` },
    tickets: placeRows(writer, data, count),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

export function ticketsReactivated(writer: Writer, data: PlacesData): Letter {
  const { i18n } = writer;
  const { event, order, places, baseUrl } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const count = places.length;
  const text = i18n._(
    msg`${plural(count, {
      one: `${organizerName} has made # ticket of your order ${reference} for ${title} valid again. The ticket that you have works as before.`,
      other: `${organizerName} has made # tickets of your order ${reference} for ${title} valid again. The tickets that you have work as before.`,
    })}`,
  );
  return {
    ...nothing,
    subject: i18n._(
      msg`${plural(count, { one: `Your ticket for ${title} is valid again`, other: `Your tickets for ${title} are valid again` })}`,
    ),
    preheader: text,
    sender: organizerName,
    title: i18n._(
      msg`${plural(count, { one: 'Your ticket is valid again', other: 'Your tickets are valid again' })}`,
    ),
    body: [{ text, strong: reference }],
    action: { label: i18n._(msg`View order`), url: `${baseUrl}/order/${event.id}/${order.shortId}` },
    facts: eventFacts(writer, event),
    tickets: placeRows(writer, data, count),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}
