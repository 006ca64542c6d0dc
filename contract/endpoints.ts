import * as accounts from './accounts.ts';
import * as affiliates from './affiliates.ts';
import * as attendees from './attendees.ts';
import * as capacityAssignments from './capacity-assignments.ts';
import * as checkIn from './check-in.ts';
import * as checkout from './checkout.ts';
import * as design from './design.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as lifecycle from './lifecycle.ts';
import * as mailbox from './mailbox.ts';
import * as orderAnswers from './order-answers.ts';
import * as orders from './orders.ts';
import * as organizers from './organizers.ts';
import * as payments from './payments.ts';
import * as promoCodes from './promo-codes.ts';
import * as publicPages from './public.ts';
import * as questions from './questions.ts';
import * as refunds from './refunds.ts';
import * as taxesAndFees from './taxes-and-fees.ts';
import * as tickets from './tickets.ts';
import * as widget from './widget.ts';

const areas = {
  accounts,
  organizers,
  events,
  lifecycle,
  tickets,
  promoCodes,
  affiliates,
  taxesAndFees,
  questions,
  capacityAssignments,
  attendees,
  orders,
  orderAnswers,
  payments,
  refunds,
  checkIn,
  public: publicPages,
  checkout,
  mailbox,
  design,
  widget,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint with its area and name: the walk of the permission tests and the source of the API document. */
export const ENDPOINTS: { area: string; name: string; endpoint: Endpoint }[] = Object.entries(areas).flatMap(
  ([area, declared]) =>
    Object.entries(declared as Record<string, unknown>).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ area, name, endpoint: value }] : [],
    ),
);
