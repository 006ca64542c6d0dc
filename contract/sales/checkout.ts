import { z } from 'zod';
import { location } from '../catalog/events.ts';
import { buyerPolicy } from '../catalog/policies/give-back.ts';
import { answerGroup, answerSheet, buyerQuestion } from '../catalog/questions.ts';
import { LIMITS, LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { attendeeShortId, email, id, isoOut, line, minor, orderShortId } from '../fields.ts';
import { cover } from '../images.ts';
import { visit } from '../insight/visits.ts';
import { eventNews } from './event-changes/news.ts';
import { orderDocument } from './invoices/documents.ts';
import { ORDER_BADGES, ORDER_PAYMENT_STATUSES } from './orders.ts';

/** One tax or fee of an order, summed over its lines. */
const taxOrFee = z.object({
  name: z.string(),
  type: z.enum(['tax', 'fee']),
  included: z.boolean(),
  value: z.number(),
});

/** The part of the event that a ticket is for; null for the whole event. */
const ownDates = { ownStartsAt: isoOut.nullable(), ownEndsAt: isoOut.nullable() };

const orderLine = z.object({
  id: z.number(),
  ticketId: z.number(),
  priceId: z.number(),
  ticketName: z.string(),
  priceLabel: z.string(),
  quantity: z.number(),
  /** Whether each unit lets a person in. A line that does not has no tickets and no attendees. */
  admits: z.boolean(),
  /** Only a line that admits nobody is cancelled as a whole. */
  isCancelled: z.boolean(),
  ...ownDates,
  /**
   * One unit in minor units: before the discount, after the discount, and the buyer's price with fees and added
   * taxes.
   */
  unitList: z.number(),
  unitPrice: z.number(),
  unitTotal: z.number(),
  total: z.number(),
});

const issuedTicket = z.object({
  shortId: z.string(),
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: z.enum(['active', 'cancelled', 'awaiting_payment']),
  ticketName: z.string(),
  priceLabel: z.string(),
  ...ownDates,
  /** The signed text of the QR code. */
  code: z.string(),
});
export type IssuedTicket = z.output<typeof issuedTicket>;

export const PAYMENT_METHODS = ['card', 'offline'] as const;

const ORDER_STEPS = [
  'details',
  'payment',
  'processing',
  'summary',
  'failed',
  'expired',
  'cancelled',
  'refunded',
] as const;

const eventBrief = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  path: z.string(),
  startsAt: isoOut,
  endsAt: isoOut.nullable(),
  timezone: z.string(),
  /** It does not take place, and no ticket to it opens the door. */
  isCalledOff: z.boolean(),
  cover: cover.nullable(),
  /** Connection details are only in this reply, for buyers of a completed order. */
  location,
  organizer: z.object({ name: z.string(), slug: z.string(), email: z.string() }),
  supportEmail: z.string(),
  colors: z
    .object({ page: z.string(), text: z.string(), button: z.string(), buttonText: z.string() })
    .nullable(),
});

export const buyerOrder = z.object({
  shortId: z.string(),
  reference: z.string(),
  badge: z.enum(ORDER_BADGES),
  /** The current step of the checkout. It decides which page is shown. */
  step: z.enum(ORDER_STEPS),
  event: eventBrief,
  eventNews,
  currency: z.string(),
  /** Whether fees and added taxes are shown in the prices or beside them. */
  priceDisplay: z.enum(['inclusive', 'exclusive']),
  locale: z.string(),
  buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  sendAllToBuyer: z.boolean(),
  /** `later`: the buyer says on the order's page who comes; the texts are empty. */
  attendees: z.array(
    z.object({
      itemId: z.number(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      later: z.boolean(),
    }),
  ),
  attendeeDetails: z.enum(['per_ticket', 'per_order']),
  /** The questions for this order and its attendees, and the answers so far, while they can be changed. */
  questions: z.array(buyerQuestion),
  answers: answerSheet,
  /** One sheet for each ticket, in the order of the lines. Empty until answers were saved. */
  attendeeAnswers: z.array(answerSheet),
  /** The answers of a complete order. */
  answered: z.array(answerGroup),
  lines: z.array(orderLine),
  charges: z.array(taxOrFee),
  promoCode: z.string().nullable(),
  listTotal: z.number(),
  discountTotal: z.number(),
  feeTotal: z.number(),
  taxAddedTotal: z.number(),
  taxIncludedTotal: z.number(),
  total: z.number(),
  refundedTotal: z.number(),
  /**
   * What became of the money when tickets were exchanged for others, oldest first. No part of the totals. `refunded` is a
   * part of `refundedTotal`; `given_back` came by hand.
   */
  adjustments: z.array(
    z.object({
      /** The ticket that there is now. */
      ticketName: z.string(),
      priceLabel: z.string(),
      /** Negative if money goes back. */
      difference: z.number(),
      state: z.enum(['open', 'paid', 'given_back', 'refunded']),
    }),
  ),
  /**
   * Seconds left by the database's clock; null when the hold has ended. The browser counts down from the moment of
   * the reply.
   */
  secondsLeft: z.number().nullable(),
  holdSeconds: z.number(),
  canExtend: z.boolean(),
  preCheckoutMessage: z.string(),
  postCheckoutMessage: z.string(),
  /** How this order can be paid now; empty if there is nothing to pay. */
  paymentMethods: z.array(z.enum(PAYMENT_METHODS)),
  /** Payment without a card, offered or chosen: the instructions as rich text, and the deadline. */
  offline: z.object({ instructions: z.string(), dueAt: isoOut, isChosen: z.boolean() }).nullable(),
  /** The number of the order's first invoice; null if it has none. */
  invoice: z.object({ number: z.string() }).nullable(),
  /** Its invoices, then its credit notes, each kind oldest first. */
  documents: z.array(orderDocument),
  payment: z
    .object({
      status: z.enum(ORDER_PAYMENT_STATUSES),
      failureCode: z.string().nullable(),
      cardBrand: z.string().nullable(),
      cardLast4: z.string().nullable(),
    })
    .nullable(),
  endedReason: z.string().nullable(),
  /** How many times the buyer can still correct the email address; 0 while it cannot be corrected. */
  emailCorrectionsLeft: z.number(),
  /** What the buyer may do later, as it stood when the tickets were held; null for older orders. */
  policy: buyerPolicy.nullable(),
  /** How many tickets show their code once the buyer says who comes. */
  unnamed: z.number(),
  /** Without those, and without those that were passed on to another person, which are that person's alone. */
  tickets: z.array(issuedTicket),
  passedOn: z.array(issuedTicket.pick({ reference: true, ticketName: true, priceLabel: true })),
  createdAt: isoOut,
  completedAt: isoOut.nullable(),
});
export type BuyerOrder = z.output<typeof buyerOrder>;

/**
 * The reply to a reservation: only the hold. The next page reads the rest, so that a crowd gets its answers sooner.
 */
const heldOrder = buyerOrder.pick({
  shortId: true,
  reference: true,
  badge: true,
  step: true,
  currency: true,
  locale: true,
  lines: true,
  charges: true,
  promoCode: true,
  listTotal: true,
  discountTotal: true,
  feeTotal: true,
  taxAddedTotal: true,
  taxIncludedTotal: true,
  total: true,
  secondsLeft: true,
  holdSeconds: true,
  canExtend: true,
  createdAt: true,
});
export type HeldOrder = z.output<typeof heldOrder>;

/** The reply to saved details. Codes of tickets are signed for whoever looks at them, which the next page does. */
const savedOrder = buyerOrder.extend({ tickets: z.array(issuedTicket.omit({ code: true })) });
export type SavedOrder = z.output<typeof savedOrder>;

const order = z.object({ orderShortId });

/**
 * Who comes with a ticket, or `later: true` to say that on the order's page. Only an order whose policy says
 * `names.later` may have such a ticket, and such a ticket has no answers yet.
 */
const attendeeInput = z.discriminatedUnion('later', [
  z.strictObject({
    itemId: id,
    later: z.literal(false).optional(),
    firstName: line(LIMITS.firstName, 1),
    lastName: line(LIMITS.lastName, 1),
    email,
  }),
  z.strictObject({ itemId: id, later: z.literal(true) }),
]);

export const reserveOrder = endpoint({
  method: 'POST',
  path: '/public/events/:eventId/orders',
  access: 'public',
  idempotent: true,
  summary:
    'Hold tickets. All or nothing; a refusal names the line and what is left. The same selection in the same browser (cart cookie) returns the open hold, another one replaces it.',
  status: 201,
  params: z.object({
    eventId: z
      .string()
      .regex(/^[1-9][0-9]{0,14}$/)
      .transform(Number),
  }),
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          priceId: id,
          quantity: z.number().int().min(1).max(LIMITS.perOrder),
          /** The donor's amount for each ticket, in minor units. Only for donations. */
          donation: minor.optional(),
        }),
      )
      .min(1)
      .max(LIMITS.orderLines),
    promoCode: z.string().trim().min(1).max(LIMITS.promoCodeMax).optional(),
    /** The affiliate that the order counts for. It overrides the browser’s cookie and is ignored when unknown. */
    affiliateCode: z.string().max(200).optional(),
    visit: visit.optional(),
    /** The total that the buyer saw, in minor units. If it has changed, the order is refused with the new total. */
    expectedTotal: minor.optional(),
    locale: z.enum(LOCALES).optional(),
  }),
  response: single(heldOrder),
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/public/orders/:orderShortId',
  access: 'public',
  summary: 'An order for whoever holds its link.',
  params: order,
  response: single(buyerOrder),
});

export const saveOrderDetails = endpoint({
  method: 'PUT',
  path: '/public/orders/:orderShortId/details',
  access: 'public',
  idempotent: true,
  summary:
    'Who buys and who comes. An order with nothing to pay is completed by this call. The codes of its tickets come with the order itself.',
  params: order,
  body: z
    .strictObject({
      firstName: line(LIMITS.firstName, 1),
      lastName: line(LIMITS.lastName, 1),
      email,
      /** The address once more, for clients that ask for it twice. */
      emailConfirmation: z.string().trim().max(LIMITS.email).optional(),
      sendAllToBuyer: z.boolean(),
      /**
       * One for each ticket in the order of the lines, without lines that admit nobody; empty when all tickets go to
       * the buyer.
       */
      attendees: z.array(attendeeInput).max(LIMITS.perOrder),
      /**
       * The answers of the order, and those of each ticket in the order of the lines. Each ticket has its answers
       * even if all tickets go to the buyer; one that gets its name later has none.
       */
      answers: answerSheet.optional(),
      attendeeAnswers: z.array(answerSheet).max(LIMITS.perOrder).optional(),
      locale: z.enum(LOCALES).optional(),
    })
    .refine(({ email, emailConfirmation: again = email }) => email.toLowerCase() === again.toLowerCase(), {
      path: ['emailConfirmation'],
      error: 'must_match',
    }),
  response: single(savedOrder),
});

export const extendOrder = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/extend',
  access: 'public',
  idempotent: true,
  summary: 'Extend a live hold, once.',
  params: order,
  response: single(buyerOrder),
});

export const abandonOrder = endpoint({
  method: 'DELETE',
  path: '/public/orders/:orderShortId',
  access: 'public',
  idempotent: true,
  summary: 'Give the tickets back. Repeating it changes nothing; a completed order is refused.',
  params: order,
});

export const startPayment = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/payment',
  access: 'public',
  idempotent: true,
  summary:
    'Begin, or continue, the one payment of an order and return what the browser needs to pay at the provider.',
  params: order,
  response: single(
    z.object({
      provider: z.enum(['test_bank', 'stripe']),
      clientToken: z.string(),
      /** The data that the provider's script in the browser starts with; null if it needs none. */
      publishableKey: z.string().nullable(),
      /** The connected account that is charged; null for the installation's own. */
      account: z.string().nullable(),
      confirmUrl: z.string(),
      returnUrl: z.string(),
      amount: z.number(),
      currency: z.string(),
      isTestMode: z.boolean(),
    }),
  ),
});

export const chooseOfflinePayment = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/offline',
  access: 'public',
  idempotent: true,
  summary:
    'Pay without a card, as the event describes: the tickets are kept and become valid once the organizer has the money. A card payment under way is ended first, and decides where it has won. Repeating it changes nothing.',
  params: order,
  response: single(buyerOrder),
});

export const refreshPayment = endpoint({
  method: 'POST',
  path: '/public/orders/:orderShortId/payment/refresh',
  access: 'public',
  idempotent: true,
  summary: 'Ask the provider how the payment stands and bring the order to the state that follows.',
  params: order,
  response: single(buyerOrder),
});

export const getIssuedTicket = endpoint({
  method: 'GET',
  path: '/public/tickets/:attendeeShortId',
  access: 'public',
  summary: 'One ticket for whoever holds its link.',
  params: z.object({ attendeeShortId }),
  response: single(
    z.object({
      ticket: issuedTicket,
      event: eventBrief,
      orderReference: z.string(),
      /** The buyer passed it on, and nobody has looked at it yet (`noteTicketOpened`). */
      isUnopened: z.boolean(),
    }),
  ),
});
