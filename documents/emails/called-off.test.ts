import { describe, expect, test } from 'vitest';
import { renderEmail } from '../index.ts';
import { sampleEmails } from '../samples/emails.ts';
import { sampleEvent } from '../samples/event.ts';
import { EMAIL_KINDS } from './data/kinds.ts';

const called = { ...sampleEvent, isCalledOff: true };
const online = { isOnline: true, location: null };
const { order_confirmation, attendee_ticket, order_awaiting_payment, ...others } = sampleEmails;
const { refunded, refund_requested, refund_request_answered, found_tickets } = others;
const onlineDetails = 'Join at https://meet.example/abc';
const declined = { ...refund_request_answered, isApproved: false, refund: null };

/** What a mail says of tickets that let somebody in. */
const WORKS =
  /valid|opens? the door|at the door|your tickets?[,\n]|here is your ticket|view ticket|take part|join|still needs? a name|pay until|when\n/i;

/** Each mail whose words depend on it, and what it says all the same. */
const cases = [
  ['order_confirmation', order_confirmation, 'Your order MAR-7K2Q9 is paid.'],
  ['order_confirmation', { ...order_confirmation, unnamed: 2 }, 'Your order MAR-7K2Q9 is paid.'],
  ['order_confirmation', { ...order_confirmation, onlineDetails }, 'View order'],
  ['attendee_ticket', attendee_ticket, 'It is in your name.'],
  ['attendee_ticket', { ...attendee_ticket, replacesOlder: true }, 'It is in your name.'],
  ['attendee_ticket', { ...attendee_ticket, onlineDetails }, 'It is in your name.'],
  ['order_awaiting_payment', order_awaiting_payment, 'Do not pay for it any more.'],
  ['order_awaiting_payment', { ...order_awaiting_payment, unnamed: 2 }, 'Do not pay for it any more.'],
  ['refunded', { ...refunded, cancelled: 'some' }, 'The refunded tickets are cancelled.'],
  ['refund_requested', refund_requested, 'Lucía Ferrer Soler is told what you decide.'],
  ['refund_request_answered', declined, 'does not refund what you asked for of your order MAR-7K2Q9'],
] as const;

describe.each(cases)('%s', (kind, data, said) => {
  const read = async (event: object) => {
    const { subject, text } = await renderEmail(
      kind,
      { ...data, event: { ...sampleEvent, ...event } } as never,
      'en',
    );
    return `${subject}\n${text}`;
  };

  test.each([
    ['in a place', {}],
    ['online', online],
  ])('names no ticket that works while the event is called off (%s)', async (_, where) => {
    const planned = await read(where);
    expect(planned).toMatch(WORKS);
    const text = await read({ ...where, isCalledOff: true, calendarUrl: null });
    expect(text).not.toMatch(WORKS);
    expect(text).toContain(said);
  });
});

// Nothing of an event that is called off is made valid again.
test.each(EMAIL_KINDS.filter((kind) => 'event' in sampleEmails[kind] && kind !== 'tickets_reactivated'))(
  '%s calls no ticket of it valid',
  async (kind) => {
    const { text } = await renderEmail(kind, { ...sampleEmails[kind], event: called } as never, 'en');
    expect(text).not.toMatch(/(?<!no longer |not )valid|(?<!no longer )opens the door|at the door/);
  },
);

test.each(['order_confirmation', 'attendee_ticket', 'order_awaiting_payment'] as const)(
  '%s begins with the event that is called off',
  async (kind) => {
    const { text } = await renderEmail(kind, { ...sampleEmails[kind], event: called } as never, 'en');
    expect(text).toContain(`${called.title} is called off`);
  },
);

test('no policy says what a refund of it is worth: the organizer decides', async () => {
  const read = async (event: object) =>
    (await renderEmail('refund_requested', { ...refund_requested, event } as never, 'en')).text;
  expect(await read(sampleEvent)).toContain('By your policy it is worth €95.00.');
  const text = await read(called);
  expect(text).not.toMatch(/policy/i);
  expect(text).toContain(
    'Lucía Ferrer Soler wants €95.00 back for 1 ticket of order MAR-7K2Q9. The event was called off, so you decide.',
  );
});

test('after a move no policy says it either: all that was paid goes back', async () => {
  const data = { ...refund_requested, request: { ...refund_requested.request, isAfterMove: true } };
  const read = async (event: object) =>
    (await renderEmail('refund_requested', { ...data, event } as never, 'en')).text;
  const text = await read(sampleEvent);
  expect(text).toContain('The event was moved, so all that was paid goes back: €95.00.');
  expect(text).not.toMatch(/policy/i);
  // Called off since.
  expect(await read(called)).toContain('The event was called off, so you decide.');
});

test('a ticket of an event that is called off is found as such', async () => {
  const [first] = found_tickets.found;
  const found = [{ ...first, state: 'called_off' }];
  const { text } = await renderEmail('found_tickets', { ...found_tickets, found } as never, 'en');
  expect(text).toContain('Event called off');
});
