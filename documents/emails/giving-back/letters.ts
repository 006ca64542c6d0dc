import { msg, plural } from '@lingui/core/macro';
import { joinSentences, money } from '../../format.ts';
import type { Letter, Note, Paragraph, Writer } from '../letter.ts';
import { buyerReason, eventFooter, fromOrganizer, nothing, organizerReason } from '../parts.ts';
import type { RefundRequestAnsweredData, RefundRequestedData, TicketsGivenBackData } from './data.ts';

type OrderAddress = { baseUrl: string; event: { id: number }; order: { shortId: string } };

const orderUrl = ({ baseUrl, event, order }: OrderAddress) => `${baseUrl}/order/${event.id}/${order.shortId}`;

/** Somebody's own words; none if they wrote none. */
const words = (title: string, text: string): Note[] => (text.trim() === '' ? [] : [{ title, text }]);

export function ticketsGivenBack(writer: Writer, data: TicketsGivenBackData): Letter {
  const { i18n } = writer;
  const { event, order, count } = data;
  const { title } = event;
  const { reference } = order;
  const text = i18n._(
    msg`${plural(count, {
      one: `You have given # ticket of your order ${reference} for ${title} back. It is no longer valid.`,
      other: `You have given # tickets of your order ${reference} for ${title} back. They are no longer valid.`,
    })}`,
  );
  return {
    ...nothing,
    subject: i18n._(
      msg`${plural(count, { one: `You gave a ticket for ${title} back`, other: `You gave # tickets for ${title} back` })}`,
    ),
    preheader: text,
    ...fromOrganizer(event),
    title: i18n._(
      msg`${plural(count, { one: 'Your ticket is given back', other: 'Your tickets are given back' })}`,
    ),
    body: [{ text, strong: reference }],
    action: { label: i18n._(msg`View order`), url: orderUrl(data) },
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

export function refundRequested(writer: Writer, data: RefundRequestedData): Letter {
  const { i18n, locale } = writer;
  const { event, order, request, manageUrl } = data;
  const { title } = event;
  const { reference, buyerName } = order;
  const amount = money(request.minor, request.currency, locale);
  const { count } = request;
  // No policy counts once the event is called off, nor what it says once the event was moved.
  const text = event.isCalledOff
    ? i18n._(
        msg`${plural(count, {
          one: `${buyerName} wants ${amount} back for # ticket of order ${reference}. The event was called off, so you decide.`,
          other: `${buyerName} wants ${amount} back for # tickets of order ${reference}. The event was called off, so you decide.`,
        })}`,
      )
    : request.isAfterMove
      ? i18n._(
          msg`${plural(count, {
            one: `${buyerName} wants to give # ticket of order ${reference} back. The event was moved, so all that was paid goes back: ${amount}.`,
            other: `${buyerName} wants to give # tickets of order ${reference} back. The event was moved, so all that was paid goes back: ${amount}.`,
          })}`,
        )
      : i18n._(
          msg`${plural(count, {
            one: `${buyerName} wants to give # ticket of order ${reference} back. By your policy it is worth ${amount}.`,
            other: `${buyerName} wants to give # tickets of order ${reference} back. By your policy they are worth ${amount}.`,
          })}`,
        );
  const valid = i18n._(msg`The tickets stay valid until you answer.`);
  const told = i18n._(msg`${buyerName} is told what you decide.`);
  return {
    ...nothing,
    subject: i18n._(msg`A refund of order ${reference} is asked for`),
    preheader: text,
    sender: title,
    title: i18n._(msg`A refund is asked for`),
    body: [
      { text, strong: reference },
      { text: event.isCalledOff ? told : joinSentences([valid, told], locale) },
    ],
    action: { label: i18n._(msg`Answer`), url: manageUrl },
    notes: words(i18n._(msg`The reason`), request.reason),
    footer: organizerReason(writer, event),
  };
}

export function refundRequestAnswered(writer: Writer, data: RefundRequestAnsweredData): Letter {
  const { i18n, locale } = writer;
  const { event, order, isApproved, refund, answer } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const amount = refund && money(refund.minor, refund.currency, locale);
  const declined = i18n._(
    msg`${organizerName} does not refund what you asked for of your order ${reference} for ${title}.`,
  );
  const valid = i18n._(msg`Your tickets stay valid.`);
  const text = !isApproved
    ? joinSentences(event.isCalledOff ? [declined] : [declined, valid], locale)
    : amount
      ? i18n._(
          msg`${organizerName} gives you ${amount} of your order ${reference} for ${title} back. Most banks show a refund within 10 days.`,
        )
      : i18n._(
          msg`${organizerName} has taken back what you asked for of your order ${reference} for ${title}.`,
        );
  const body: Paragraph[] = [{ text, strong: reference }];
  return {
    ...nothing,
    subject: isApproved
      ? i18n._(msg`Your refund for ${title} is accepted`)
      : i18n._(msg`Your refund for ${title} is declined`),
    preheader: text,
    ...fromOrganizer(event),
    title: isApproved ? i18n._(msg`Your refund is accepted`) : i18n._(msg`Your refund is declined`),
    body,
    action: { label: i18n._(msg`View order`), url: orderUrl(data) },
    notes: words(i18n._(msg`From ${organizerName}`), answer),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}
