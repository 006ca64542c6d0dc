import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatPart } from '../format.ts';
import type { FoundThing, FoundTicketsData } from './data/tickets.ts';
import type { Letter, TicketRow, Writer } from './letter.ts';
import { accountFooter, nothing } from './parts.ts';

/** What the reader must know before opening the link. A valid ticket needs no word. */
const STATES: Record<FoundThing['state'], MessageDescriptor | null> = {
  valid: null,
  called_off: msg`Event called off`,
  awaiting_payment: msg`Awaiting payment`,
  cancelled: msg`Cancelled`,
  refunded: msg`Refunded`,
};

function row({ i18n, locale }: Writer, thing: FoundThing): TicketRow {
  const state = STATES[thing.state];
  return {
    name: thing.title,
    detail: sideBySide([formatPart(thing, locale), thing.reference, state && i18n._(state)], locale),
    link: {
      label: thing.kind === 'order' ? i18n._(msg`View order`) : i18n._(msg`View ticket`),
      url: thing.url,
    },
  };
}

/** To a person who asked for the links of their tickets. It names all events, so no organizer is its sender. */
export function foundTickets(writer: Writer, data: FoundTicketsData): Letter {
  const { i18n } = writer;
  const { email, found, hasMore, baseUrl } = data;
  return {
    ...nothing,
    subject: i18n._(msg`The links of your tickets`),
    preheader: i18n._(msg`Each link opens the order or the ticket with its code.`),
    sender: 'Entrada',
    title: i18n._(msg`The links of your tickets`),
    body: [
      { text: i18n._(msg`These are the orders and tickets of ${email}.`), strong: email },
      ...(hasMore ? [{ text: i18n._(msg`There are more. These come first.`) }] : []),
    ],
    tickets: { title: i18n._(msg`Orders and tickets`), rows: found.map((one) => row(writer, one)) },
    footer: [
      {
        text: i18n._(
          msg`You receive this email because somebody asked for the tickets of this address. If it was not you, ignore it: nobody else got these links.`,
        ),
      },
      ...accountFooter(writer, baseUrl),
    ],
  };
}
