import { z } from 'zod';
import { answerSheet } from '../../catalog/questions.ts';
import { LIMITS, LOCALES } from '../../constants.ts';
import { endpoint, single } from '../../endpoint.ts';
import { addressOrNone, id, line, minor, pathId, text } from '../../fields.ts';
import { orderDetail, PAID_BY_HAND } from '../orders.ts';

const guest = z.strictObject({
  firstName: line(LIMITS.firstName, 1),
  lastName: line(LIMITS.lastName),
  email: addressOrNone,
});

export const addGuests = endpoint({
  method: 'POST',
  path: '/events/:eventId/guests',
  access: 'orders.write',
  idempotent: true,
  summary:
    'Add attendees by hand, as one order of theirs: for free, or paid in cash or by card at the door. The places are taken as by a sale, whatever the sale period of the ticket; `exceedCapacity` takes them beyond the capacity, which is on record. The first attendee stands for the buyer. Such an order is never refunded through a payment provider.',
  status: 201,
  params: z.object({ eventId: pathId }),
  body: z
    .strictObject({
      priceId: id,
      /** What each of them pays before fees and added taxes, in minor units. Zero: nothing. */
      amount: minor,
      /** How the money came. Null if there is nothing to pay. */
      payment: z.enum(PAID_BY_HAND).nullable(),
      attendees: z.array(guest).min(1).max(LIMITS.guests),
      /** Answers of the order, and those of each attendee in their order. Nobody has to answer here. */
      answers: answerSheet.optional(),
      attendeeAnswers: z.array(answerSheet).max(LIMITS.guests).optional(),
      /** A note of the team about the order, for the door. */
      note: text(LIMITS.note).optional(),
      locale: z.enum(LOCALES),
      /** Whether each address gets its tickets by email. */
      notify: z.boolean(),
      /** Take the places even if fewer are left. The order then says so. */
      exceedCapacity: z.boolean(),
      /** The total that was shown, in minor units. If it has changed, the order is refused with the new total. */
      expectedTotal: minor.optional(),
    })
    .superRefine(({ amount, payment }, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['payment'], message });
      if (amount > 0 && payment === null) refuse('required');
      if (amount === 0 && payment !== null) refuse('invalid_choice');
    }),
  response: single(orderDetail),
});
