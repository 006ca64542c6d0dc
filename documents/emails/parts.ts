import { sideBySide, withNote } from '@entrada/contract/words/side-by-side';
import { msg, plural } from '@lingui/core/macro';
import type { AttachedDocument, EventFacts, OrderFacts, TicketLink } from '../facts.ts';
import { formatDates, formatPart, formatTimes, formatZone, joinSentences, money } from '../format.ts';
import { webAddress } from './harmless/links.ts';
import type { Fact, FooterLine, Letter, Note, Paragraph, Receipt, ReceiptLine, Writer } from './letter.ts';

/** The optional parts that most letters do not have. */
export const nothing = {
  cover: null,
  action: null,
  afterAction: [],
  facts: [],
  tickets: null,
  receipt: null,
  notes: [],
};

/** A letter to buyers comes from the organizer, with the logo if there is one. */
export const fromOrganizer = ({ organizerName, logo }: EventFacts): Pick<Letter, 'sender' | 'logo'> => ({
  sender: organizerName,
  logo,
});

/** The cover picture of an event; null if it has none. */
export function cover(event: { coverUrl: string | null; title: string }): Letter['cover'] {
  return event.coverUrl ? { url: event.coverUrl, alt: event.title } : null;
}

/** Date and place as two facts. An empty fact is left out. None of an event that does not take place. */
export function eventFacts({ i18n, locale }: Writer, event: EventFacts): Fact[] {
  if (event.isCalledOff) return [];
  const times = formatTimes(event, locale);
  const zone = formatZone(event, locale);
  const clock = withNote(times.text, zone, locale);
  const calendarUrl = webAddress(event.calendarUrl);
  const facts: Fact[] = [
    {
      label: i18n._(msg`When`),
      value: formatDates(event, locale),
      lines: [times.isRange ? clock : i18n._(msg`Starts at ${clock}`)],
      link: calendarUrl ? { label: i18n._(msg`Add to calendar`), url: calendarUrl } : null,
    },
  ];
  const where = place({ i18n, locale }, event);
  return where ? [...facts, where] : facts;
}

/** A ticket's name, with the part of the event that it is for. */
export function ticketDetail({ locale }: Writer, event: EventFacts, ticket: TicketLink): string {
  const { ticketTitle, dates } = ticket;
  return sideBySide(
    [ticketTitle, dates && formatPart({ ...dates, timeZone: event.timeZone }, locale)],
    locale,
  );
}

function place({ i18n }: Writer, event: EventFacts): Fact | null {
  const label = i18n._(msg`Where`);
  if (event.isOnline) return { label, value: i18n._(msg`Online`), lines: [], link: null };
  const { name = null, address = null, mapUrl = null } = event.location ?? {};
  const [value, ...lines] = [name, address].filter((line): line is string => Boolean(line));
  if (!value) return null;
  const url = webAddress(mapUrl);
  return { label, value, lines, link: url ? { label: i18n._(msg`Open the map`), url } : null };
}

function receiptLines({ i18n, locale }: Writer, order: OrderFacts): ReceiptLine[] {
  const amount = (minor: number) => money(minor, order.currency, locale);
  const lines: ReceiptLine[] = order.lines.map((line) => ({
    label: `${line.quantity} × ${line.title}`,
    amount: amount(line.minor),
  }));
  if (order.discount) {
    const { code, minor } = order.discount;
    lines.push({
      label: code ? i18n._(msg`Discount with ${code}`) : i18n._(msg`Discount`),
      amount: amount(-Math.abs(minor)),
      isQuiet: true,
    });
  }
  for (const taxOrFee of [...order.fees, ...order.taxes]) {
    lines.push({ label: taxOrFee.label, amount: amount(taxOrFee.minor), isQuiet: true });
  }
  return lines;
}

/** The receipt; null for an order that costs nothing. */
export function receipt(writer: Writer, order: OrderFacts): Receipt | null {
  const { i18n, locale } = writer;
  if (order.totalMinor === 0) return null;
  const notes = order.includedTaxes.map(({ label, minor }) => {
    const amount = money(minor, order.currency, locale);
    return i18n._(msg`Includes ${amount} ${label}.`);
  });
  const last4 = order.cardLast4;
  if (last4) notes.push(i18n._(msg`Card ending in ${last4}`));
  for (const { title, minor, state } of order.adjustments ?? []) {
    const amount = money(minor, order.currency, locale);
    if (state === 'open') notes.push(i18n._(msg`Still to be paid for the change to ${title}: ${amount}.`));
    if (state === 'paid') notes.push(i18n._(msg`Paid for the change to ${title}: ${amount}.`));
    if (state === 'given_back') notes.push(i18n._(msg`Given back for the change to ${title}: ${amount}.`));
  }
  return {
    title: i18n._(msg`Receipt`),
    lines: receiptLines(writer, order),
    total: {
      label: i18n._(msg`Paid`),
      note: notes.length > 0 ? joinSentences(notes, locale) : null,
      amount: money(order.totalMinor, order.currency, locale),
    },
  };
}

/** The same list for an order that is not paid yet. */
export function receiptToPay(writer: Writer, order: OrderFacts): Receipt | null {
  const made = receipt(writer, { ...order, cardLast4: null });
  const { i18n } = writer;
  return (
    made && { ...made, title: i18n._(msg`Your order`), total: { ...made.total, label: i18n._(msg`To pay`) } }
  );
}

/** That tickets still wait for a name, with the page where the buyer says it. Empty if none does. */
export function unnamedNote({ i18n, locale }: Writer, missing: number, url: string): Paragraph[] {
  if (missing === 0) return [];
  const text = joinSentences(
    [
      i18n._(
        msg`${plural(missing, { one: '# ticket still needs a name.', other: '# tickets still need a name.' })}`,
      ),
      i18n._(msg`A ticket shows its code once it has a name.`),
    ],
    locale,
  );
  return [{ text, link: { label: i18n._(msg`Fill in names`), url } }];
}

/** The title of a letter about an event that does not take place. */
export const calledOffTitle = ({ i18n }: Writer, { title }: EventFacts): string =>
  i18n._(msg`${title} is called off`);

/** How to join an online event. */
export function onlineNotes({ i18n }: Writer, details: string | null): Note[] {
  const text = details?.trim();
  return text ? [{ title: i18n._(msg`How to join online`), text }] : [];
}

/** What is attached of the invoices and credit notes of an order, each with its address. */
export const attachedDocuments = ({ i18n }: Writer, documents: readonly AttachedDocument[]): Paragraph[] =>
  documents.map(({ kind, number, url }) =>
    kind === 'invoice'
      ? {
          text: i18n._(msg`Your invoice is attached.`),
          link: { label: i18n._(msg`Invoice ${number}`), url },
        }
      : {
          text: i18n._(msg`Your credit note is attached.`),
          link: { label: i18n._(msg`Credit note ${number}`), url },
        },
  );

/** The support address, the organizer's own text, and the reason for this email. */
export function eventFooter({ i18n }: Writer, event: EventFacts, reason: string): FooterLine[] {
  const { organizerName, supportEmail, footerMessageHtml } = event;
  const lines: FooterLine[] = [];
  if (supportEmail) {
    lines.push({
      text: i18n._(msg`Questions? Reply to this email or write to ${organizerName}:`),
      link: { label: supportEmail, url: `mailto:${supportEmail}` },
    });
  }
  const own = footerMessageHtml?.trim();
  if (own) lines.push({ html: own });
  return [...lines, { text: reason }];
}

/** The reason for an email to a person who bought or holds a ticket. */
export function buyerReason({ i18n }: Writer, event: EventFacts): string {
  const { title } = event;
  return i18n._(msg`You receive this email because of your order for ${title}.`);
}

export function accountFooter({ i18n }: Writer, baseUrl: string): Paragraph[] {
  const host = new URL(baseUrl).host;
  return [{ text: i18n._(msg`This email was sent by Entrada at ${host}.`) }];
}

/** The reason for an email to an organizer. */
export function organizerReason({ i18n }: Writer, { title }: EventFacts): Paragraph[] {
  return [{ text: i18n._(msg`You receive this email because you organize ${title}.`) }];
}
