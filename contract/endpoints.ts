import * as accounts from './accounts/accounts.ts';
import * as invitations from './accounts/invitations.ts';
import * as ownership from './accounts/ownership.ts';
import * as security from './accounts/security.ts';
import * as accountSettings from './accounts/settings.ts';
import * as signIn from './accounts/sign-in.ts';
import * as team from './accounts/team.ts';
import * as affiliates from './catalog/affiliates.ts';
import * as capacityAssignments from './catalog/capacity-assignments.ts';
import * as design from './catalog/designs.ts';
import * as events from './catalog/events.ts';
import * as lifecycle from './catalog/lifecycle.ts';
import * as organizers from './catalog/organizers.ts';
import * as promoCodes from './catalog/promo-codes.ts';
import * as questions from './catalog/questions.ts';
import * as publicPages from './catalog/shop.ts';
import * as taxesAndFees from './catalog/taxes-and-fees.ts';
import * as tickets from './catalog/tickets.ts';
import * as widget from './catalog/widget.ts';
import * as bulkCheckIn from './door/bulk-check-in.ts';
import * as checkIn from './door/check-in.ts';
import * as checkInLinks from './door/check-in-links.ts';
import * as checkInLists from './door/check-in-lists.ts';
import * as inside from './door/inside.ts';
import * as offline from './door/offline.ts';
import * as doorSales from './door/sales.ts';
import * as scanLog from './door/scan-log.ts';
import * as supervising from './door/supervising.ts';
import * as workspaceCheckIn from './door/workspace-check-in.ts';
import type { Endpoint } from './endpoint.ts';
import * as attention from './insight/attention.ts';
import * as auditLog from './insight/audit-log.ts';
import * as dashboard from './insight/dashboard.ts';
import * as doorDay from './insight/door-day.ts';
import * as figures from './insight/figures.ts';
import * as reportOrigins from './insight/reports/origins.ts';
import * as reportPeople from './insight/reports/people.ts';
import * as reportReturns from './insight/reports/returns.ts';
import * as reportSales from './insight/reports/sales.ts';
import * as reportTaxes from './insight/reports/taxes.ts';
import * as scheduledExports from './insight/scheduled-exports.ts';
import * as timeline from './insight/timeline.ts';
import * as mailbox from './mailbox.ts';
import * as messages from './outreach/messages.ts';
import * as notifications from './outreach/notifications.ts';
import * as reminders from './outreach/reminders.ts';
import * as unsubscribing from './outreach/unsubscribing.ts';
import * as attendees from './sales/attendees.ts';
import * as bulk from './sales/bulk/jobs.ts';
import * as buyers from './sales/buyers.ts';
import * as cancellations from './sales/cancellations.ts';
import * as checkout from './sales/checkout.ts';
import * as emailCorrections from './sales/email-corrections.ts';
import * as eventChanges from './sales/event-changes/endpoints.ts';
import * as guests from './sales/guests/add.ts';
import * as guestList from './sales/guests/list.ts';
import * as holders from './sales/holders.ts';
import * as imports from './sales/imports/endpoints.ts';
import * as invoiceDetails from './sales/invoices/details.ts';
import * as lostTickets from './sales/lost-tickets/find.ts';
import * as moves from './sales/moves/to-another-ticket.ts';
import * as notes from './sales/notes.ts';
import * as orderAnswers from './sales/order-answers.ts';
import * as orderLinks from './sales/order-links/renew.ts';
import * as orders from './sales/orders.ts';
import * as ownTickets from './sales/own-tickets/changes.ts';
import * as payments from './sales/payment-connections.ts';
import * as refundRequests from './sales/refund-requests/answers.ts';
import * as refunds from './sales/refunds.ts';
import * as resends from './sales/resends.ts';
import * as selfService from './sales/self-service/give-back.ts';
import * as views from './sales/views/saved.ts';

const areas = {
  accounts: { ...accounts, ...security, ...signIn },
  accountSettings,
  team: { ...team, ...invitations, ...ownership },
  organizers,
  events: { ...events, ...dashboard, ...figures, ...doorDay, ...attention },
  lifecycle,
  tickets,
  promoCodes,
  affiliates,
  taxesAndFees,
  questions,
  capacityAssignments,
  attendees: { ...attendees, ...holders, ...moves },
  orders: {
    ...orders,
    ...buyers,
    changeInvoiceDetails: invoiceDetails.changeInvoiceDetails,
    ...cancellations,
    ...resends,
    ...timeline,
    ...guests,
    ...guestList,
    ...imports,
  },
  bulk: { ...bulk, ...bulkCheckIn },
  eventChanges,
  scheduledExports,
  auditLog,
  reports: { ...reportSales, ...reportOrigins, ...reportTaxes, ...reportReturns, ...reportPeople },
  messages: { ...messages, ...reminders, ...unsubscribing, ...notifications },
  notes,
  views,
  orderAnswers,
  payments,
  refunds: { ...refunds, ...refundRequests },
  checkIn: {
    ...checkInLists,
    ...checkInLinks,
    ...checkIn,
    ...supervising,
    ...doorSales,
    ...offline,
    ...workspaceCheckIn,
    ...scanLog,
    ...inside,
  },
  public: publicPages,
  checkout: {
    ...checkout,
    ...emailCorrections,
    ...lostTickets,
    ...selfService,
    ...ownTickets,
    ...orderLinks,
    getOwnInvoice: invoiceDetails.getOwnInvoice,
    changeOwnInvoice: invoiceDetails.changeOwnInvoice,
  },
  mailbox,
  design,
  widget,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/**
 * Every endpoint with its area and name. The permission tests check each of them, and the API document is made from
 * them.
 */
export const ENDPOINTS: { area: string; name: string; endpoint: Endpoint }[] = Object.entries(areas).flatMap(
  ([area, declared]) =>
    Object.entries(declared as Record<string, unknown>).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ area, name, endpoint: value }] : [],
    ),
);
