import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accountJobs } from './accounts/jobs.ts';
import { accountMails } from './accounts/mails.ts';
import { profileRoutes } from './accounts/profile/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { findPageUser, findSession, forgetExpired } from './accounts/sessions.ts';
import { accountSettingsRoutes } from './accounts/settings/routes.ts';
import { signInRoutes } from './accounts/sign-in/routes.ts';
import { teamMails } from './accounts/team/mails.ts';
import { teamRoutes } from './accounts/team/routes.ts';
import { affiliateRoutes } from './catalog/affiliates/routes.ts';
import { capacityAssignmentRoutes } from './catalog/capacity-assignments/routes.ts';
import { designRoutes } from './catalog/designs/routes.ts';
import { eventRoutes } from './catalog/events/routes.ts';
import { sealKeysWith } from './catalog/events/sealing.ts';
import { imageRoutes } from './catalog/images/routes.ts';
import { lifecycleJobs } from './catalog/lifecycle/jobs.ts';
import { lifecycleRoutes } from './catalog/lifecycle/routes.ts';
import { organizerRoutes } from './catalog/organizers/routes.ts';
import { promoCodeRoutes } from './catalog/promo-codes/routes.ts';
import { questionRoutes } from './catalog/questions/routes.ts';
import { shopRoutes } from './catalog/shop/routes.ts';
import { taxOrFeeRoutes } from './catalog/taxes-and-fees/routes.ts';
import { ticketRoutes } from './catalog/tickets/routes.ts';
import type { Db } from './db/client.ts';
import { checkInActions } from './door/bulk-check-in/actions.ts';
import { bulkCheckInRoutes } from './door/bulk-check-in/routes.ts';
import { checkInRoutes } from './door/check-in/routes.ts';
import { forgetOldPhones } from './door/check-in-links/pin-queries.ts';
import { doorEntryRoutes } from './door/check-in-links/routes.ts';
import { checkInLinkRoutes } from './door/check-in-links/workspace-routes.ts';
import { checkInListRoutes } from './door/check-in-lists/routes.ts';
import { doorSalesRoutes } from './door/door-sales/routes.ts';
import { insideRoutes } from './door/inside/routes.ts';
import { createDoorHub } from './door/live-door/hub.ts';
import { liveDoorRoutes } from './door/live-door/routes.ts';
import { offlineRoutes } from './door/offline/routes.ts';
import { scanLogRoutes } from './door/scan-log/routes.ts';
import { supervisingRoutes } from './door/supervising/routes.ts';
import { attentionRoutes } from './insight/attention/routes.ts';
import { auditLogRoutes } from './insight/audit-log/routes.ts';
import { dashboardRoutes } from './insight/dashboard/routes.ts';
import { digestTicks } from './insight/digests/jobs.ts';
import { digestMails } from './insight/digests/mails.ts';
import { doorDayTicks } from './insight/door-day/jobs.ts';
import { doorDayRoutes } from './insight/door-day/routes.ts';
import { figureTicks } from './insight/figures/jobs.ts';
import { figureRoutes } from './insight/figures/routes.ts';
import { reportFileRoutes } from './insight/reports/files/routes.ts';
import { reportRoutes } from './insight/reports/routes.ts';
import {
  scheduledExportJobs,
  scheduledExportSchedules,
  scheduledExportTicks,
} from './insight/scheduled-exports/jobs.ts';
import { scheduledExportMails } from './insight/scheduled-exports/mails.ts';
import { scheduledExportRoutes } from './insight/scheduled-exports/routes.ts';
import { timelineRoutes } from './insight/timeline/routes.ts';
import { createVisitCounter, type VisitCounter } from './insight/visits/counter.ts';
import { visitTicks } from './insight/visits/jobs.ts';
import { bounceJobs, bounceSchedules } from './outreach/bounces/jobs.ts';
import { forgetWords } from './outreach/bounces/queries.ts';
import { bounceRoutes } from './outreach/bounces/routes.ts';
import { messageJobs, messageTicks } from './outreach/messages/jobs.ts';
import { messageMails } from './outreach/messages/mails.ts';
import { messageRoutes } from './outreach/messages/routes.ts';
import { notificationRoutes } from './outreach/notifications/routes.ts';
import { reminderTicks } from './outreach/reminders/jobs.ts';
import { reminderRoutes } from './outreach/reminders/routes.ts';
import { unsubscribingRoutes } from './outreach/unsubscribing/routes.ts';
import { readCart } from './platform/http/cart.ts';
import { forgetOldKeys } from './platform/http/idempotency.ts';
import type { Api } from './platform/http/route.ts';
import { type FindSession, tokenOf } from './platform/http/session.ts';
import { defineJob, type Job, type Schedule, type Tick } from './platform/jobs/job.ts';
import { forgetOldCounts } from './platform/limits/shared.ts';
import { createLive } from './platform/live/hub.ts';
import { liveTicks } from './platform/live/jobs.ts';
import { liveRoutes } from './platform/live/routes.ts';
import { removeStoredPdfs } from './platform/mail/attachments.ts';
import { mailboxRoutes } from './platform/mail/mailbox/routes.ts';
import type { Composers } from './platform/mail/mailer.ts';
import type { PageUser } from './platform/pages/render-page.ts';
import type { Resources } from './platform/resources.ts';
import { hashText, hashToken } from './platform/secrets.ts';
import { attendeeRoutes } from './sales/attendees/routes.ts';
import { cancelAction } from './sales/bulk/actions/cancel.ts';
import { reactivateAction } from './sales/bulk/actions/reactivate.ts';
import { refundAction } from './sales/bulk/actions/refund.ts';
import { resendAction } from './sales/bulk/actions/resend.ts';
import { bulkJobs, bulkTicks } from './sales/bulk/jobs.ts';
import { bulkRoutes } from './sales/bulk/routes.ts';
import { buyerRoutes } from './sales/buyers/routes.ts';
import { cancellationMails } from './sales/cancellations/mails.ts';
import { cancellationRoutes } from './sales/cancellations/routes.ts';
import { checkoutJobs } from './sales/checkout/jobs.ts';
import { checkoutRoutes } from './sales/checkout/routes.ts';
import { emailCorrectionMails } from './sales/email-corrections/mails.ts';
import { emailCorrectionRoutes } from './sales/email-corrections/routes.ts';
import { eventChangeJobs, eventChangeTicks } from './sales/event-changes/jobs.ts';
import { eventChangeMails } from './sales/event-changes/mails.ts';
import { eventChangeRoutes } from './sales/event-changes/routes.ts';
import { guestRoutes } from './sales/guests/routes.ts';
import { holderMails } from './sales/holders/mails.ts';
import { holderRoutes } from './sales/holders/routes.ts';
import { importJobs, importSchedules } from './sales/imports/jobs.ts';
import { importRoutes } from './sales/imports/routes.ts';
import { invoiceDetailMails } from './sales/invoice-details/mails.ts';
import { invoiceDetailRoutes } from './sales/invoice-details/routes.ts';
import { invoiceJobs, invoiceSchedules } from './sales/invoices/jobs.ts';
import { invoiceRoutes } from './sales/invoices/routes.ts';
import { lostTicketJobs } from './sales/lost-tickets/jobs.ts';
import { lostTicketMails } from './sales/lost-tickets/mails.ts';
import { lostTicketRoutes } from './sales/lost-tickets/routes.ts';
import { moveRoutes } from './sales/moves/routes.ts';
import { removeDeletedNotes } from './sales/notes/queries.ts';
import { noteRoutes } from './sales/notes/routes.ts';
import { offlineMails } from './sales/offline-payments/mails.ts';
import { offlinePaymentRoutes } from './sales/offline-payments/routes.ts';
import { orderAnswerRoutes } from './sales/order-answers/routes.ts';
import { orderLinkRoutes } from './sales/order-links/routes.ts';
import { orderMails } from './sales/order-views/mails.ts';
import { orderViewRoutes } from './sales/order-views/routes.ts';
import { ownTicketRoutes } from './sales/own-tickets/routes.ts';
import { connectionJobs } from './sales/payment-connections/jobs.ts';
import { connectionRoutes } from './sales/payment-connections/routes.ts';
import { paymentRoutes } from './sales/payments/routes.ts';
import { refundRequestMails } from './sales/refund-requests/mails.ts';
import { refundRequestRoutes } from './sales/refund-requests/routes.ts';
import { refundJobs } from './sales/refunds/jobs.ts';
import { refundMails } from './sales/refunds/mails.ts';
import { refundRoutes } from './sales/refunds/routes.ts';
import { resendRoutes } from './sales/resends/routes.ts';
import { createBrowsers } from './sales/reservations/browsers.ts';
import { reservationJobs, reservationSchedules, reservationTicks } from './sales/reservations/jobs.ts';
import { reservationRoutes } from './sales/reservations/routes.ts';
import { selfServiceMails } from './sales/self-service/mails.ts';
import { selfServiceRoutes } from './sales/self-service/routes.ts';
import { storefrontRoutes } from './sales/storefront/routes.ts';
import { removeDeletedViews } from './sales/views/queries.ts';
import { viewRoutes } from './sales/views/routes.ts';

export type Feature = {
  routes: (api: Api) => void;
  jobs: Job[];
  schedules: Schedule[];
  ticks: Tick[];
  composers: Composers;
  findSession: (db: Db) => FindSession;
  pageUser: (api: Api, request: FastifyRequest) => Promise<PageUser | null>;
  /** Whether the browser that asks may have an unfinished order, which its pages show. */
  mayHold: (request: FastifyRequest) => Promise<boolean>;
  /** Called for each page that was answered. */
  onPage: (request: FastifyRequest) => void;
};

const tidyUpJob = ({ drawings }: Pick<Resources, 'drawings'>) =>
  defineJob({
    name: 'tidy_up',
    payload: z.object({}).loose(),
    handler: async (ctx) => {
      await forgetOldKeys(ctx.db);
      await forgetExpired(ctx.db);
      await forgetOldCounts(ctx.db);
      await removeDeletedNotes(ctx.db);
      await removeDeletedViews(ctx.db);
      await removeStoredPdfs(ctx.db);
      await forgetWords(ctx.db);
      await forgetOldPhones(ctx.db);
      await drawings.sweep();
    },
  });

/** Routes that use connections of their own, also to find the session of a caller. */
const apartFrom = (api: Api, db: Db): Api => ({ ...api, db, findSession: findSession(db) });

/** Jobs that use connections of their own. */
const jobsOn = (db: Db, jobs: readonly Job[]): Job[] =>
  jobs.map(({ handler, ...job }) => ({
    ...job,
    handler: (ctx, payload, attempt) => handler({ ...ctx, db }, payload, attempt),
  }));

/** All features together. Only this file and tests know all of them. */
export function features(parts: Resources): Feature {
  sealKeysWith(parts.config.secret);
  const tidyUp = tidyUpJob(parts);
  const { apart } = parts.database;
  const knowsBrowser = createBrowsers(apart.reservations);
  let visits: VisitCounter | null = null;
  return {
    routes: (api) => {
      accountRoutes(api);
      signInRoutes(api);
      profileRoutes(api);
      accountSettingsRoutes(api);
      teamRoutes(api);
      organizerRoutes(api);
      eventRoutes(api, parts);
      designRoutes(api);
      imageRoutes(api, parts);
      lifecycleRoutes(api, parts);
      taxOrFeeRoutes(api);
      ticketRoutes(api, parts);
      questionRoutes(api);
      promoCodeRoutes(api);
      affiliateRoutes(api);
      capacityAssignmentRoutes(api);
      shopRoutes(api);
      attendeeRoutes(api);
      storefrontRoutes(api, knowsBrowser);
      connectionRoutes(api, parts);
      paymentRoutes(apartFrom(api, apart.webhooks), parts);
      orderAnswerRoutes(api);
      invoiceRoutes(api, parts);
      refundRoutes(api, parts);
      orderViewRoutes(api, parts);
      emailCorrectionRoutes(api);
      checkoutRoutes(apartFrom(api, apart.payments), parts);
      offlinePaymentRoutes(api, parts);
      cancellationRoutes(api);
      refundRequestRoutes(api, parts);
      resendRoutes(api);
      holderRoutes(api);
      lostTicketRoutes(api);
      moveRoutes(api, parts);
      selfServiceRoutes(api, parts);
      orderLinkRoutes(api);
      ownTicketRoutes(api);
      buyerRoutes(api);
      invoiceDetailRoutes(api);
      noteRoutes(api);
      viewRoutes(api);
      reservationRoutes(apartFrom(api, apart.reservations), parts, knowsBrowser);
      guestRoutes(api);
      importRoutes(api);
      bulkRoutes(api, parts);
      eventChangeRoutes(api, parts);
      checkInListRoutes(api);
      checkInLinkRoutes(api);
      doorEntryRoutes(apartFrom(api, apart.door));
      checkInRoutes(apartFrom(api, apart.door));
      offlineRoutes(apartFrom(api, apart.door));
      scanLogRoutes(api);
      insideRoutes(api);
      liveDoorRoutes(apartFrom(api, apart.door), createDoorHub({ db: apart.door, log: api.app.log }));
      supervisingRoutes(apartFrom(api, apart.door));
      doorSalesRoutes(api);
      bulkCheckInRoutes(api);
      notificationRoutes(api);
      unsubscribingRoutes(api);
      messageRoutes(api);
      reminderRoutes(api);
      bounceRoutes(api);
      attentionRoutes(api);
      figureRoutes(api);
      reportRoutes(api);
      reportFileRoutes(api);
      dashboardRoutes(api);
      doorDayRoutes(api);
      timelineRoutes(api);
      auditLogRoutes(api);
      scheduledExportRoutes(api);
      mailboxRoutes(api, parts);
      const live = createLive({ database: parts.database, log: api.app.log });
      liveRoutes(api, live);
      const counter = createVisitCounter({ db: parts.database.db, log: api.app.log, tell: live.tell });
      api.app.addHook('onClose', counter.write);
      visits = counter;
    },
    jobs: [
      ...accountJobs,
      ...lifecycleJobs(parts),
      ...connectionJobs(parts),
      ...invoiceJobs,
      ...jobsOn(apart.payments, [...refundJobs(parts.provider), ...checkoutJobs(parts)]),
      ...lostTicketJobs,
      ...reservationJobs,
      ...eventChangeJobs(parts.provider),
      ...bulkJobs([
        resendAction,
        cancelAction,
        reactivateAction,
        refundAction(parts.provider),
        ...checkInActions(apart.door),
      ]),
      ...importJobs,
      ...messageJobs,
      ...bounceJobs,
      ...scheduledExportJobs,
      tidyUp,
    ],
    schedules: [
      ...reservationSchedules,
      ...importSchedules,
      ...invoiceSchedules,
      ...bounceSchedules,
      ...scheduledExportSchedules,
      { job: tidyUp, crontab: '17 * * * *' },
    ],
    ticks: [
      ...reservationTicks,
      ...bulkTicks,
      ...eventChangeTicks,
      ...messageTicks,
      ...reminderTicks,
      ...scheduledExportTicks,
      ...digestTicks,
      ...figureTicks,
      ...doorDayTicks,
      ...visitTicks,
      ...liveTicks,
    ],
    composers: {
      ...accountMails,
      ...teamMails,
      ...orderMails,
      ...emailCorrectionMails,
      ...refundMails,
      ...invoiceDetailMails,
      ...offlineMails,
      ...eventChangeMails,
      ...cancellationMails,
      ...refundRequestMails,
      ...holderMails,
      ...lostTicketMails,
      ...selfServiceMails,
      ...messageMails(),
      ...scheduledExportMails,
      ...digestMails,
    },
    findSession,
    mayHold: async (request) => {
      const cart = readCart(request);
      return cart !== null && knowsBrowser(hashText(cart));
    },
    onPage: (request) => visits?.see(request),
    pageUser: async (api, request) => {
      const found = tokenOf(request, api.config);
      return found ? findPageUser(api.db, hashToken(found.token)) : null;
    },
  };
}
