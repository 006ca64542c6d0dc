import { msg, plural } from '@lingui/core/macro';
import type { OrderCancelledData, PlacesData, TicketsCancelledData } from './data/cancellations.ts';
import type { Letter, Paragraph, Writer } from './letter.ts';
import { buyerReason, eventFacts, eventFooter, fromOrganizer, nothing } from './parts.ts';

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
    ...fromOrganizer(event),
    title: i18n._(msg`Your order is cancelled`),
    body: [{ text, strong: reference }, ...aboutMoney(writer, data)],
    action: { label: i18n._(msg`See what is available`), url: event.url },
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

/** The places that a letter is about, as rows: each ticket by the name on it, other lines by what was bought. */
const placeRows = (places: PlacesData['places'], title: string): Letter['tickets'] => ({
  title,
  rows: places.map(({ name, detail }) => ({ name, detail, link: null })),
});

type About = { subject: string; title: string; text: string; rows: string };

/** What is said about cancelled tickets, or about any part of an order if some of it let nobody in. */
function cancelledWords({ i18n }: Writer, { event, order, places }: PlacesData): About {
  const { title, organizerName } = event;
  const { reference } = order;
  const count = places.length;
  if (!places.every(({ admits }) => admits)) {
    return {
      subject: i18n._(msg`Part of your order for ${title} is cancelled`),
      title: i18n._(msg`Part of your order is cancelled`),
      text: i18n._(
        msg`${organizerName} has cancelled part of your order ${reference} for ${title}. The rest of it stays as it is.`,
      ),
      rows: i18n._(msg`What is cancelled`),
    };
  }
  return {
    subject: i18n._(
      msg`${plural(count, { one: `A ticket for ${title} is cancelled`, other: `# tickets for ${title} are cancelled` })}`,
    ),
    title: i18n._(msg`${plural(count, { one: 'A ticket is cancelled', other: '# tickets are cancelled' })}`),
    text: i18n._(
      msg`${plural(count, {
        one: `${organizerName} has cancelled # ticket of your order ${reference} for ${title}. It is no longer valid; the rest of your order stays as it is.`,
        other: `${organizerName} has cancelled # tickets of your order ${reference} for ${title}. They are no longer valid; the rest of your order stays as it is.`,
      })}`,
    ),
    rows: i18n._(msg`${plural(count, { one: 'The ticket', other: 'The tickets' })}`),
  };
}

/** A letter about some places of an order. */
function placesLetter(writer: Writer, { event, order, places, baseUrl }: PlacesData, words: About): Letter {
  return {
    ...nothing,
    subject: words.subject,
    preheader: words.text,
    ...fromOrganizer(event),
    title: words.title,
    body: [{ text: words.text, strong: order.reference }],
    action: { label: writer.i18n._(msg`View order`), url: `${baseUrl}/order/${event.id}/${order.shortId}` },
    tickets: placeRows(places, words.rows),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

export function ticketsCancelled(writer: Writer, data: TicketsCancelledData): Letter {
  const letter = placesLetter(writer, data, cancelledWords(writer, data));
  return { ...letter, body: [...letter.body, ...aboutMoney(writer, data)] };
}

/** The same for what is valid again. */
function reactivatedWords({ i18n }: Writer, { event, order, places }: PlacesData): About {
  const { title, organizerName } = event;
  const { reference } = order;
  const count = places.length;
  if (!places.every(({ admits }) => admits)) {
    return {
      subject: i18n._(msg`Part of your order for ${title} is valid again`),
      title: i18n._(msg`Part of your order is valid again`),
      text: i18n._(msg`${organizerName} has made part of your order ${reference} for ${title} valid again.`),
      rows: i18n._(msg`What is valid again`),
    };
  }
  return {
    subject: i18n._(
      msg`${plural(count, { one: `Your ticket for ${title} is valid again`, other: `Your tickets for ${title} are valid again` })}`,
    ),
    title: i18n._(
      msg`${plural(count, { one: 'Your ticket is valid again', other: 'Your tickets are valid again' })}`,
    ),
    text: i18n._(
      msg`${plural(count, {
        one: `${organizerName} has made # ticket of your order ${reference} for ${title} valid again. The ticket that you have works as before.`,
        other: `${organizerName} has made # tickets of your order ${reference} for ${title} valid again. The tickets that you have work as before.`,
      })}`,
    ),
    rows: i18n._(msg`${plural(count, { one: 'The ticket', other: 'The tickets' })}`),
  };
}

export function ticketsReactivated(writer: Writer, data: PlacesData): Letter {
  return {
    ...placesLetter(writer, data, reactivatedWords(writer, data)),
    facts: eventFacts(writer, data.event),
  };
}
