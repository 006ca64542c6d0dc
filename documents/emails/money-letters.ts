import { msg } from '@lingui/core/macro';
import { formatDates, joinSentences, money } from '../format.ts';
import type {
  DisputeOpenedData,
  OrderInvoicedAnewData,
  RefundedData,
  RefundFailedData,
} from './data/money.ts';
import type { Letter, Paragraph, Writer } from './letter.ts';
import {
  attachedDocuments,
  buyerReason,
  eventFooter,
  fromOrganizer,
  nothing,
  organizerReason,
} from './parts.ts';

export function refunded(writer: Writer, data: RefundedData): Letter {
  const { i18n, locale } = writer;
  const { event, order, refund, cancelled, isByHand, baseUrl } = data;
  const { title, organizerName } = event;
  const { reference } = order;
  const amount = money(refund.minor, refund.currency, locale);
  const body: Paragraph[] = [
    {
      text: isByHand
        ? i18n._(
            msg`${organizerName} pays you back ${amount} of your order ${reference} for ${title}, which you had paid without a card.`,
          )
        : i18n._(
            msg`We have refunded ${amount} of your order ${reference} for ${title}, to the card or account you paid with. Most banks show the refund within 10 days.`,
          ),
      strong: amount,
    },
  ];
  if (cancelled === 'all') {
    body.push({
      text: order.hasTickets
        ? i18n._(msg`Your order is cancelled, and its tickets are no longer valid.`)
        : i18n._(msg`Your order is cancelled.`),
    });
  }
  if (cancelled === 'some') {
    const gone = i18n._(msg`The refunded tickets are cancelled.`);
    const kept = i18n._(msg`Your other tickets stay valid.`);
    body.push({ text: event.isCalledOff ? gone : joinSentences([gone, kept], locale) });
  }
  return {
    ...nothing,
    subject: i18n._(msg`Your refund for ${title}`),
    preheader: i18n._(msg`${amount} is on its way to you.`),
    ...fromOrganizer(event),
    title: i18n._(msg`You get ${amount} back`),
    body,
    action: { label: i18n._(msg`View order`), url: `${baseUrl}/order/${event.id}/${order.shortId}` },
    afterAction: data.creditNotes.map(({ number, url }) => ({
      text: i18n._(msg`Your credit note is attached.`),
      link: { label: i18n._(msg`Credit note ${number}`), url },
    })),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

export function orderInvoicedAnew(writer: Writer, data: OrderInvoicedAnewData): Letter {
  const { i18n } = writer;
  const { event, order, documents, baseUrl } = data;
  const { title } = event;
  const { reference } = order;
  const text =
    data.because === 'details'
      ? i18n._(
          msg`The invoice details of your order ${reference} for ${title} were changed, so the order is invoiced anew.`,
        )
      : i18n._(
          msg`A ticket of your order ${reference} for ${title} was changed, so the order is invoiced anew.`,
        );
  return {
    ...nothing,
    subject: i18n._(msg`New invoice for your order for ${title}`),
    preheader: text,
    ...fromOrganizer(event),
    title: i18n._(msg`Your order is invoiced anew`),
    body: [{ text, strong: reference }],
    action: { label: i18n._(msg`View order`), url: `${baseUrl}/order/${event.id}/${order.shortId}` },
    afterAction: attachedDocuments(writer, documents),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}

export function refundFailed(writer: Writer, data: RefundFailedData): Letter {
  const { i18n, locale } = writer;
  const { event, order, refund } = data;
  const { title } = event;
  const { reference, buyerName } = order;
  const amount = money(refund.minor, refund.currency, locale);
  return {
    ...nothing,
    subject: i18n._(msg`The refund of order ${reference} failed`),
    preheader: i18n._(msg`${buyerName} has not received ${amount}.`),
    sender: title,
    title: i18n._(msg`A refund failed`),
    body: [
      {
        text: i18n._(
          msg`The refund of ${amount} to ${buyerName} for order ${reference} did not go through. The money is back with you.`,
        ),
        strong: reference,
      },
      { text: i18n._(msg`Try again from the order, or agree with the buyer on another way to pay it back.`) },
    ],
    action: { label: i18n._(msg`View order`), url: data.manageUrl },
    footer: organizerReason(writer, event),
  };
}

function disputeText({ i18n, locale }: Writer, { order, dispute }: DisputeOpenedData): string {
  const { reference, buyerName } = order;
  const amount = money(dispute.minor, dispute.currency, locale);
  return dispute.isInquiry
    ? i18n._(
        msg`The bank of ${buyerName} asks about the payment of ${amount} for order ${reference}. Nothing has been taken back. A refund now can keep it from becoming a dispute.`,
      )
    : i18n._(
        msg`${buyerName} has disputed the payment of ${amount} for order ${reference} with their bank. The bank holds the money until it has decided, and the payment can’t be refunded until then.`,
      );
}

export function disputeOpened(writer: Writer, data: DisputeOpenedData): Letter {
  const { i18n, locale } = writer;
  const { event, order, dispute } = data;
  const { title, timeZone } = event;
  const { reference } = order;
  const text = disputeText(writer, data);
  const due = dispute.respondBy
    ? [
        {
          label: i18n._(msg`Answer by`),
          value: formatDates({ startsAt: dispute.respondBy, endsAt: null, timeZone }, locale),
          lines: [],
          link: null,
        },
      ]
    : [];
  return {
    ...nothing,
    subject: i18n._(msg`The payment of order ${reference} is disputed`),
    preheader: text,
    sender: title,
    title: i18n._(msg`A payment is disputed`),
    body: [
      { text, strong: reference },
      { text: i18n._(msg`Answer in the dashboard of your payment provider, with whatever shows the sale.`) },
    ],
    action: { label: i18n._(msg`View order`), url: data.manageUrl },
    facts: due,
    footer: organizerReason(writer, event),
  };
}
