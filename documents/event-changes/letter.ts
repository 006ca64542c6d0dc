import { msg } from '@lingui/core/macro';
import type { Letter, Paragraph, Writer } from '../emails/letter.ts';
import { buyerReason, eventFacts, eventFooter, fromOrganizer, nothing } from '../emails/parts.ts';
import { money as amountOf, formatMoment } from '../format.ts';
import type { EventChangedData } from './types.ts';

/** What happens to the money of this reader. The organizer's words are the same for all. */
function aboutMoney({ i18n, locale }: Writer, { event, money }: EventChangedData): Paragraph[] {
  const { organizerName, timeZone, isCalledOff } = event;
  const amount = amountOf(money.minor, money.currency, locale);
  const until = money.until === null ? '' : formatMoment(money.until, timeZone, locale);
  switch (money.way) {
    case 'card':
      return [
        {
          text: i18n._(
            msg`You get ${amount} back, fees included, to the card or account you paid with. There is nothing you need to do. Most banks show the refund within 10 days.`,
          ),
          strong: amount,
        },
      ];
    case 'by_hand':
      return [
        {
          text: i18n._(
            msg`You get ${amount} back. As you did not pay by card, ${organizerName} sends it by hand and writes to you about it.`,
          ),
          strong: amount,
        },
      ];
    case 'ask':
      return [
        {
          text: isCalledOff
            ? i18n._(
                msg`You can ask for your money until ${until}, on the page of your order. You get back all that you paid, fees included.`,
              )
            : i18n._(
                msg`If you cannot come, give your tickets back until ${until}, on the page of your order. You get back all that you paid, fees included.`,
              ),
          strong: until,
        },
      ];
    case 'awaited':
      return [
        {
          text: i18n._(
            msg`Do not pay for it any more. If you have paid already, write to ${organizerName} and name the order.`,
          ),
        },
      ];
    case 'contact':
      return [{ text: i18n._(msg`About your money, ${organizerName} writes to you separately.`) }];
    case 'none':
      return [];
  }
}

const FIRST_NAME = '{firstName}';

/** A message as one person reads it, in paragraphs. Whoever has no name is addressed without one. */
export const paragraphsOf = (body: string, firstName: string): string[] =>
  body
    .replaceAll(FIRST_NAME, firstName)
    .replace(/[ \u00a0]+([,:;.，：])/g, '$1')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);

/** To a buyer or a holder of a ticket: the event is called off, or has another date or place. */
export function eventChanged(writer: Writer, data: EventChangedData): Letter {
  const { i18n } = writer;
  const { event, subject } = data;
  const paragraphs = paragraphsOf(data.body, data.firstName);
  return {
    ...nothing,
    subject,
    preheader: paragraphs[1] ?? paragraphs[0] ?? '',
    ...fromOrganizer(event),
    title: subject,
    body: [...paragraphs.map((text) => ({ text })), ...aboutMoney(writer, data)],
    action: { label: data.isTicket ? i18n._(msg`View ticket`) : i18n._(msg`View order`), url: data.url },
    facts: eventFacts(writer, event),
    footer: eventFooter(writer, event, buyerReason(writer, event)),
  };
}
