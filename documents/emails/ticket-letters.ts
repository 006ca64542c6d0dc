import { msg } from '@lingui/core/macro';
import type { EventFacts } from '../facts.ts';
import { joinSentences } from '../format.ts';
import type { AttendeeTicketData, TicketEmailChangedData, TicketPassedOnData } from './data/tickets.ts';
import { harmlessNote } from './harmless/names.ts';
import type { Letter, Note, Writer } from './letter.ts';
import {
  calledOffTitle,
  cover,
  eventFacts,
  eventFooter,
  fromOrganizer,
  nothing,
  onlineNotes,
  ticketDetail,
} from './parts.ts';

function attendeeHint(
  { i18n }: Writer,
  { isOnline, isCalledOff }: EventFacts,
  details: string | null,
): string {
  if (!isOnline && !isCalledOff) {
    return i18n._(msg`It is in your name. Show its code at the door; there is no need to print it.`);
  }
  return details?.trim()
    ? i18n._(msg`It is in your name. Everything you need to take part is below.`)
    : i18n._(msg`It is in your name.`);
}

/** What the person who passed the ticket on says. */
function wordOf({ i18n }: Writer, { givenBy, note }: AttendeeTicketData): Note[] {
  const text = harmlessNote(note);
  return givenBy && text ? [{ title: i18n._(msg`${givenBy} writes`), text }] : [];
}

export function attendeeTicket(writer: Writer, data: AttendeeTicketData): Letter {
  const { i18n } = writer;
  const { event, ticket, buyerName } = data;
  const { title } = event;
  const { firstName } = ticket;
  const own = i18n._(msg`You have a ticket for ${title}.`);
  const { givenBy } = data;
  const got = givenBy
    ? i18n._(msg`${givenBy} passed a ticket for ${title} on to you.`)
    : buyerName
      ? i18n._(msg`${buyerName} got you a ticket for ${title}.`)
      : own;
  const { isCalledOff } = event;
  const onlineDetails = isCalledOff ? null : data.onlineDetails;
  const hint = attendeeHint(writer, event, onlineDetails);
  const replaces = i18n._(
    msg`It replaces the ticket that you had before, whose code no longer opens the door.`,
  );
  const lead = joinSentences(
    data.replacesOlder && !isCalledOff ? [got, replaces, hint] : [got, hint],
    writer.locale,
  );
  return {
    subject: i18n._(msg`Your ticket for ${title}`),
    // Inboxes show it before the mail is opened, so it has no text of the buyer.
    preheader: joinSentences([own, hint], writer.locale),
    ...fromOrganizer(event),
    cover: cover(event),
    title: isCalledOff
      ? calledOffTitle(writer, event)
      : firstName
        ? i18n._(msg`Here is your ticket, ${firstName}`)
        : i18n._(msg`Here is your ticket`),
    body: [{ text: lead, strong: title }],
    action: { label: i18n._(msg`View my ticket`), url: ticket.url },
    afterAction: [],
    facts: [
      ...eventFacts(writer, event),
      {
        label: i18n._(msg`Ticket`),
        value: ticketDetail(writer, event, ticket),
        lines: [ticket.name],
        link: null,
      },
      { label: i18n._(msg`Number`), value: ticket.reference, lines: [], link: null },
    ],
    tickets: null,
    receipt: null,
    notes: [...wordOf(writer, data), ...onlineNotes(writer, onlineDetails)],
    footer: eventFooter(
      writer,
      event,
      i18n._(msg`You receive this email because there is a ticket for ${title} in your name.`),
    ),
  };
}

/** What a mail says to whoever had a ticket, or had its mails. */
type Gone = Pick<Letter, 'subject' | 'title'> & { text: string };

/** It names neither a person nor a link of the ticket, because the address may be a stranger's. */
function goneTicket(writer: Writer, { event, ticket }: TicketEmailChangedData, gone: Gone): Letter {
  const { i18n } = writer;
  const { title, organizerName } = event;
  const { reference, ticketTitle } = ticket;
  return {
    ...nothing,
    subject: gone.subject,
    preheader: gone.text,
    ...fromOrganizer(event),
    title: gone.title,
    body: [
      { text: gone.text, strong: reference },
      { text: i18n._(msg`If you did not expect this, write to ${organizerName}.`) },
    ],
    action: { label: i18n._(msg`View the event`), url: event.url },
    facts: [
      { label: i18n._(msg`Ticket`), value: ticketTitle, lines: [], link: null },
      { label: i18n._(msg`Number`), value: reference, lines: [], link: null },
    ],
    footer: eventFooter(
      writer,
      event,
      i18n._(msg`You receive this email because you had a ticket for ${title}.`),
    ),
  };
}

/** To whoever had the ticket. The new holder is not named. */
export function ticketPassedOn(writer: Writer, data: TicketPassedOnData): Letter {
  const { i18n } = writer;
  const { title } = data.event;
  const { reference, firstName } = data.ticket;
  return goneTicket(writer, data, {
    subject: data.isTakenBack
      ? i18n._(msg`Your ticket for ${title} was taken back`)
      : i18n._(msg`Your ticket for ${title} was passed on`),
    title: firstName
      ? i18n._(msg`Your ticket is somebody else’s now, ${firstName}`)
      : i18n._(msg`Your ticket is somebody else’s now`),
    text: data.isTakenBack
      ? i18n._(
          msg`Your ticket ${reference} for ${title} was taken back by the person who had passed it on to you. Your code no longer opens the door.`,
        )
      : i18n._(
          msg`Your ticket ${reference} for ${title} was passed on to another person. Your code no longer opens the door.`,
        ),
  });
}

/** To the old address of a ticket. The new address is not named. */
export function ticketEmailChanged(writer: Writer, data: TicketEmailChangedData): Letter {
  const { i18n } = writer;
  const { title } = data.event;
  const { reference, firstName } = data.ticket;
  return goneTicket(writer, data, {
    subject: i18n._(msg`The address of your ticket for ${title} was changed`),
    title: firstName
      ? i18n._(msg`Your ticket has another address now, ${firstName}`)
      : i18n._(msg`Your ticket has another address now`),
    text: i18n._(
      msg`The email address of ticket ${reference} for ${title} was changed. Its emails no longer come to this address.`,
    ),
  });
}
