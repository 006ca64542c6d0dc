import type { Verdict } from '@entrada/contract/door/check-in';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Words = {
  title: MessageDescriptor;
  /** Why, and what to do about it. */
  why: MessageDescriptor;
};

/** What each answer of the door means, but for the one that lets somebody in. */
export const verdictWords: Record<Exclude<Verdict, 'admitted'>, Words> = {
  already_in: {
    title: msg`Already checked in`,
    why: msg`This ticket came in before. Ask the guest, and call a supervisor if it was not them.`,
  },
  checked_out: {
    title: msg`Checked out`,
    why: msg`The guest may come in again with the same ticket.`,
  },
  not_inside: {
    title: msg`Not inside`,
    why: msg`Nobody let this guest in by this list before, or they have already left. They may leave.`,
  },
  no_check_out: {
    title: msg`No check-out here`,
    why: msg`This list does not count people out. The guest may leave, but not come in again.`,
  },
  just_scanned: {
    title: msg`You already scanned this ticket`,
    why: msg`This device scanned it a few seconds ago. Nothing changed.`,
  },
  unreadable: {
    title: msg`Scan again`,
    why: msg`The scanner read only part of the code. Scan the whole code again.`,
  },
  number: {
    title: msg`A number, not a code`,
    why: msg`This is the number of a ticket or an order. Only the code on the ticket checks somebody in. A supervisor can find the guest by the number.`,
  },
  called_off: {
    title: msg`Event called off`,
    why: msg`This event was called off, so no ticket to it opens the door. Nobody was checked in.`,
  },
  wrong_day: {
    title: msg`Wrong day`,
    why: msg`The ticket is valid, but not now. It opens the door from 6 hours before its own start until its end.`,
  },
  wrong_ticket: {
    title: msg`Wrong door`,
    why: msg`The ticket is valid, but this list does not admit its type. Send the guest to the door for their ticket.`,
  },
  cancelled: {
    title: msg`Ticket cancelled`,
    why: msg`This ticket no longer admits anyone. The organizer can tell the guest why.`,
  },
  unpaid: {
    title: msg`Not paid yet`,
    why: msg`The payment for this ticket has not arrived. The guest can settle it with the organizer.`,
  },
  revoked: {
    title: msg`Old code`,
    why: msg`This ticket was issued again and the old code stopped working. Ask the guest for the newest one.`,
  },
  wrong_event: {
    title: msg`Another event`,
    why: msg`This is a real ticket, but for another event. Ask the guest for the ticket to this one.`,
  },
  unknown: {
    title: msg`Unknown code`,
    why: msg`This is not a ticket to this event. Scan again, or search for the guest by name.`,
  },
  not_active: {
    title: msg`List not active`,
    why: msg`Check-in with this list has not begun. Nobody was checked in.`,
  },
  expired: {
    title: msg`List expired`,
    why: msg`Check-in with this list is over. Nobody was checked in.`,
  },
};
