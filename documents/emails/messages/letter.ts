import { msg } from '@lingui/core/macro';
import { formatDates } from '../../format.ts';
import { htmlToText } from '../html-to-text.ts';
import type { FooterLine, Letter, Paragraph, Writer } from '../letter.ts';
import { buyerReason, eventFooter, fromOrganizer, nothing } from '../parts.ts';
import type { EventMessageData } from './data.ts';
import { filledHtml, filledText, type Values } from './filled.ts';

function valuesOf({ i18n, locale }: Writer, { event, recipient, ticket, order }: EventMessageData): Values {
  return {
    first_name: recipient.firstName,
    last_name: recipient.lastName,
    event: event.title,
    event_date: formatDates(event, locale),
    ticket: ticket?.ticketTitle ?? '',
    ticket_number: ticket?.reference ?? '',
    order_number: order.reference,
    ticket_link: ticket && { label: i18n._(msg`View my ticket`), url: ticket.url },
    order_link: order.url === null ? null : { label: i18n._(msg`View my order`), url: order.url },
  };
}

function noteOf({ i18n }: Writer, { sentAs }: EventMessageData): Paragraph[] {
  if (sentAs === 'test') return [{ text: i18n._(msg`This is a test. Nobody else got it.`) }];
  if (sentAs === 'copy') return [{ text: i18n._(msg`This is your copy of a message that you sent.`) }];
  return [];
}

function footerOf(writer: Writer, { event, ticket, unsubscribeUrl }: EventMessageData): FooterLine[] {
  const { i18n } = writer;
  const { title, organizerName } = event;
  const reason = ticket
    ? i18n._(msg`You receive this email because there is a ticket for ${title} in your name.`)
    : buyerReason(writer, event);
  const lines = eventFooter(writer, event, reason);
  if (unsubscribeUrl === null) return lines;
  const leave = {
    text: i18n._(msg`You do not want to hear from ${organizerName} any more?`),
    link: { label: i18n._(msg`Unsubscribe`), url: unsubscribeUrl },
  };
  return [...lines, leave];
}

/** The words that an inbox shows beside the subject. */
const PREVIEW_LENGTH = 120;

/** What an organizer wrote, to one of its recipients. */
export function eventMessage(writer: Writer, data: EventMessageData): Letter {
  const { message, event } = data;
  const values = valuesOf(writer, data);
  const html = filledHtml(message.bodyHtml, values);
  const subject = filledText(message.subject, values);
  const { ticket_link: ticket, order_link: order } = values;
  const link = ticket || order;
  return {
    ...nothing,
    subject,
    // Inboxes show it before the mail is opened, so it has no text of the buyer.
    preheader: htmlToText(filledHtml(message.bodyHtml, { ...values, first_name: '', last_name: '' }))
      .replace(/\s+/g, ' ')
      .slice(0, PREVIEW_LENGTH),
    ...fromOrganizer(event),
    title: subject,
    body: noteOf(writer, data),
    rich: html,
    action: link && typeof link === 'object' ? link : null,
    footer: footerOf(writer, data),
  };
}
