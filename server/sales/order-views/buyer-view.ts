import type { AnswerGroup, BuyerQuestion } from '@entrada/contract/catalog/questions';
import { HOLD } from '@entrada/contract/constants';
import type { BuyerOrder, HeldOrder, SavedOrder } from '@entrada/contract/sales/checkout';
import type { OrderDocument } from '@entrada/contract/sales/invoices/documents';
import { type Adjustment, orderBadge } from '@entrada/contract/sales/orders';
import { showPolicy } from '../../catalog/events/core/policy.ts';
import { eventPath } from '../../catalog/events/service.ts';
import { findBuyerQuestions } from '../../catalog/questions/queries.ts';
import type { Db, Tx } from '../../db/client.ts';
import { readNow } from '../../platform/clock.ts';
import { scopeOfRow } from '../../platform/context.ts';
import { findIssuedByOrder, type Issued, isWithBuyer, type Uncoded } from '../attendees/service.ts';
import { shownTaxesAndFees } from '../invoices/core/taxes-and-fees.ts';
import { describeDocuments, listDocuments } from '../invoices/documents.ts';
import { questionsFor, sheetsOf } from '../order-answers/core/drafts.ts';
import { findAnswers } from '../order-answers/given-queries.ts';
import { findAdjustments } from '../orders/adjustment-queries.ts';
import { checkoutPageOf } from '../orders/core/checkout-page.ts';
import { offlineDueAt, paymentMethodsOf } from '../orders/core/offline.ts';
import { clockOf } from '../orders/core/open.ts';
import type { Order } from '../orders/core/types.ts';
import { type EventFacts, findEventFacts } from '../orders/event-queries.ts';
import { findLatestPayment } from '../payments/queries.ts';
import { adjustmentsOf } from './core/adjustments.ts';
import { correctionsLeft } from './core/email-correction.ts';
import { eventNews } from './core/event-news.ts';
import { isWithheld } from './core/withheld.ts';

/** The path of an event's public page. */
export const pathOf = ({ id, slug, organizer }: EventFacts) =>
  eventPath({ id, slug, organizerSlug: organizer.slug });

/** The event as a buyer's pages show it. Only a complete order shows how to join online, if the event takes place. */
export function eventBrief(event: EventFacts, isComplete: boolean): BuyerOrder['event'] {
  return {
    id: event.id,
    title: event.title,
    slug: event.slug,
    path: pathOf(event),
    startsAt: event.startsAt.toISOString(),
    endsAt: event.endsAt?.toISOString() ?? null,
    timezone: event.timezone,
    isCalledOff: event.calledOffAt !== null,
    cover: event.cover,
    location: {
      ...event.location,
      onlineDetails: isComplete && !event.calledOffAt ? event.location.onlineDetails : '',
    },
    organizer: event.organizer,
    supportEmail: event.supportEmail,
    colors: event.colors,
  };
}

/** The part of the event that a ticket is for, as replies carry it. Nulls: the whole event. */
export function ownDatesOf(event: EventFacts, ticketId: number) {
  const dates = event.ticketDates.get(ticketId);
  return {
    ownStartsAt: dates?.startsAt.toISOString() ?? null,
    ownEndsAt: dates?.endsAt.toISOString() ?? null,
  };
}

/** The event of an order. Every order has one. */
export async function eventOf(db: Db | Tx, order: { eventId: number }): Promise<EventFacts> {
  const event = await findEventFacts(db, order.eventId);
  if (!event) throw new Error(`Event ${order.eventId} of an order is missing`);
  return event;
}

/** The questions that an event asks its buyers. An event without questions needs no query. */
export async function askedOf(db: Db | Tx, event: EventFacts): Promise<BuyerQuestion[]> {
  if (!event.hasQuestions) return [];
  return findBuyerQuestions(db, scopeOfRow(event), event.id);
}

/** The database's clock, if one of these tickets still waits for a name. */
const nowFor = async (db: Db | Tx, issued: readonly Issued[]): Promise<Date> =>
  issued.some((one) => one.awaitsName) ? readNow(db) : new Date(0);

/**
 * The tickets of an order that its buyer has and that are not cancelled: those whose codes are the buyer's to see, and
 * those that still wait for a name.
 */
export async function findWithBuyer(
  db: Db | Tx,
  order: Order,
  event: EventFacts,
): Promise<{ named: Issued[]; unnamed: Issued[] }> {
  const issued = await findIssuedByOrder(db, scopeOfRow(order), order.id);
  const moment = { startsAt: event.startsAt, now: await nowFor(db, issued) };
  const own = issued.filter((one) => one.ticket.status !== 'cancelled' && isWithBuyer(one, order.buyer));
  const unnamed = own.filter((one) => isWithheld(one, order, moment));
  return { named: own.filter((one) => !unnamed.includes(one)), unnamed };
}

/** The valid tickets of an order whose codes are the buyer's to see now. */
export async function openToBuyer(db: Db | Tx, order: Order, event: EventFacts): Promise<Issued[]> {
  const { named } = await findWithBuyer(db, order, event);
  return named.filter((one) => one.ticket.status === 'active');
}

/** An order as anyone with its link sees it: state, money, time left, payment and issued tickets. */
export async function showOrder(db: Db | Tx, order: Order): Promise<BuyerOrder> {
  const scope = scopeOfRow(order);
  const event = await eventOf(db, order);
  const payment = await findLatestPayment(db, scope, order.id);
  const hasTickets = order.status === 'completed' || order.status === 'awaiting_offline_payment';
  const issued = hasTickets ? await findIssuedByOrder(db, scope, order.id) : [];
  const questions = hasTickets ? [] : await askedOf(db, event);
  const answered =
    hasTickets && event.hasQuestions ? await findAnswers(db, scope, order.id, { forBuyer: true }) : [];
  const documents = order.completedAt ? await listDocuments(db, scope, order.id) : [];
  const adjustments = order.moved.length > 0 ? await findAdjustments(db, scope, { orderId: order.id }) : [];
  const now = await nowFor(db, issued);
  return describeOrder(order, event, { payment, issued, questions, answered, documents, adjustments, now });
}

type Beside<Ticket extends Uncoded> = {
  payment: Awaited<ReturnType<typeof findLatestPayment>>;
  issued: readonly Ticket[];
  /** The questions of the event. */
  questions?: readonly BuyerQuestion[];
  answered?: AnswerGroup[];
  documents?: OrderDocument[];
  adjustments?: Adjustment[];
  /** The database's clock, for tickets that wait for a name. */
  now?: Date;
};

type Described<Ticket extends Uncoded> = Omit<BuyerOrder, 'tickets'> & {
  tickets: (Ticket['ticket'] & SavedOrder['tickets'][number])[];
};

/** What the reply to a reservation says of an order: its selection, its amounts and the time left. Pure. */
export function describeHold(order: Order, event: EventFacts): HeldOrder {
  const step = checkoutPageOf({ ...order, hasBuyer: order.buyer !== null });
  const isLive = isLiveAt(step);
  return {
    shortId: order.shortId,
    reference: order.reference,
    badge: orderBadge(order),
    step,
    currency: order.currency,
    locale: order.locale,
    lines: order.items.map((item) => ({
      id: item.id,
      ticketId: item.ticketId,
      priceId: item.priceId,
      ticketName: item.ticketName,
      priceLabel: item.priceLabel,
      quantity: item.quantity,
      admits: item.admits,
      isCancelled: item.isCancelled,
      ...ownDatesOf(event, item.ticketId),
      unitList: item.unitList,
      unitPrice: item.unitList - item.unitDiscount,
      unitTotal: item.unitTotal,
      total: item.unitTotal * item.quantity,
    })),
    charges: shownTaxesAndFees(order.items),
    promoCode: order.promoCode,
    listTotal: order.listTotal,
    discountTotal: order.discountTotal,
    feeTotal: order.feeTotal,
    taxAddedTotal: order.taxAddedTotal,
    taxIncludedTotal: order.taxIncludedTotal,
    total: order.total,
    secondsLeft: isLive ? order.secondsLeft : null,
    holdSeconds: event.orderTimeoutMinutes * 60 + (order.isExtended ? HOLD.extensionSeconds : 0),
    canExtend: isLive && !order.isExtended,
    createdAt: order.createdAt.toISOString(),
  };
}

/** Whether the buyer can still pay or change details. */
const isLiveAt = (step: BuyerOrder['step']) => step === 'details' || step === 'payment';

/** Like `showOrder`, from facts that were already read. Tickets without codes stay without. Pure. */
export function describeOrder<Ticket extends Uncoded = Issued>(
  order: Order,
  event: EventFacts,
  {
    payment,
    issued,
    questions = [],
    answered = [],
    documents = [],
    adjustments = [],
    now = new Date(0),
  }: Beside<Ticket>,
): Described<Ticket> {
  const isComplete = order.status === 'completed' && order.refundStatus !== 'full';
  const own = issued.filter((one) => isWithBuyer(one, order.buyer));
  const passedOn = issued.filter((one) => !own.includes(one));
  const unnamed = own.filter(
    (one) => one.ticket.status !== 'cancelled' && isWithheld(one, order, { startsAt: event.startsAt, now }),
  );
  const hold = describeHold(order, event);
  const isLive = isLiveAt(hold.step);
  return {
    ...hold,
    event: eventBrief(event, isComplete),
    eventNews: eventNews(event, order),
    priceDisplay: event.priceDisplay,
    buyer: order.buyer,
    sendAllToBuyer: order.sendAllToBuyer,
    attendees: order.attendeeDetails.map((one) => ({ ...one, later: one.later ?? false })),
    attendeeDetails: event.attendeeDetails,
    questions: isLive ? questionsFor(order.items, questions) : [],
    ...(isLive ? sheetsOf(order) : { answers: {}, attendeeAnswers: [] }),
    answered,
    refundedTotal: order.refundedTotal,
    adjustments: adjustmentsOf(adjustments),
    preCheckoutMessage: event.preCheckoutMessage,
    postCheckoutMessage: isComplete ? event.postCheckoutMessage : '',
    ...howToPay(order, event, isLive),
    ...describeDocuments(documents),
    payment: payment && {
      status: payment.status,
      failureCode: payment.failureCode,
      cardBrand: payment.cardBrand,
      cardLast4: payment.cardLast4,
    },
    endedReason: order.endedReason,
    emailCorrectionsLeft: correctionsLeft(order),
    policy:
      order.policy && showPolicy(order.policy, { startsAt: event.startsAt, offeredAt: order.createdAt }),
    unnamed: unnamed.length,
    tickets: own
      .filter((one) => !unnamed.includes(one))
      .map(({ ticket, ticketId }) => ({ ...ticket, ...ownDatesOf(event, ticketId) })),
    passedOn: passedOn.map(({ ticket: { reference, ticketName, priceLabel } }) => ({
      reference,
      ticketName,
      priceLabel,
    })),
    completedAt: order.completedAt?.toISOString() ?? null,
  };
}

type HowToPay = Pick<BuyerOrder, 'paymentMethods' | 'offline'>;

/** The payment methods of a held order, and the terms of offline payment if it is offered or chosen. */
function howToPay(order: Order, event: EventFacts, isLive: boolean): HowToPay {
  const { offlineInstructions: instructions } = event;
  if (order.status === 'awaiting_offline_payment' && order.offlineDueAt) {
    const dueAt = order.offlineDueAt.toISOString();
    return { paymentMethods: [], offline: { instructions, dueAt, isChosen: true } };
  }
  const now = clockOf(order);
  if (!isLive || order.total === 0 || !now) return { paymentMethods: [], offline: null };
  const paymentMethods = paymentMethodsOf(now, event);
  const due = paymentMethods.includes('offline') ? offlineDueAt(now, event) : null;
  return {
    paymentMethods,
    offline: due && { instructions, dueAt: due.toISOString(), isChosen: false },
  };
}
