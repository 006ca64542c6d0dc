import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accountMails } from './accounts/mails.ts';
import { accountRoutes } from './accounts/routes.ts';
import { findPageUser, findSession, forgetExpired } from './accounts/service.ts';
import { attendeeRoutes } from './attendees/routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { checkInRoutes } from './checkin/routes.ts';
import { designRoutes } from './events/design-routes.ts';
import { eventRoutes } from './events/routes.ts';
import { lifecycleJobs } from './lifecycle/jobs.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { orderJobs } from './orders/jobs.ts';
import { orderMails } from './orders/mails.ts';
import { refundMails } from './orders/refund-mails.ts';
import { refundRoutes } from './orders/refund-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { organizerRoutes } from './organizers/routes.ts';
import { connectionRoutes } from './payments/connection-routes.ts';
import { paymentJobs } from './payments/jobs.ts';
import { paymentRoutes } from './payments/routes.ts';
import type { Db } from './platform/db/client.ts';
import { forgetOldKeys } from './platform/http/idempotency.ts';
import type { PageUser } from './platform/http/render-page.ts';
import type { Api } from './platform/http/route.ts';
import { type FindSession, tokenOf } from './platform/http/session.ts';
import { defineJob, type Job, type Schedule, type Tick } from './platform/jobs.ts';
import type { Composers } from './platform/mailer.ts';
import type { Parts } from './platform/parts.ts';
import { hashToken } from './platform/secrets.ts';

export type Feature = {
  routes: (api: Api) => void;
  jobs: Job[];
  schedules: Schedule[];
  ticks: Tick[];
  composers: Composers;
  findSession: (db: Db) => FindSession;
  pageUser: (api: Api, request: FastifyRequest) => Promise<PageUser | null>;
};

const tidyUp = defineJob({
  name: 'tidy_up',
  payload: z.object({}).loose(),
  handler: async (ctx) => {
    await forgetOldKeys(ctx.db);
    await forgetExpired(ctx.db);
  },
});

/** Every feature, put together. The only place besides tests that knows them all. */
export function features(parts: Parts): Feature {
  const orders = orderJobs(parts);
  return {
    routes: (api) => {
      accountRoutes(api);
      organizerRoutes(api);
      eventRoutes(api, parts);
      designRoutes(api);
      catalogRoutes(api, parts);
      attendeeRoutes(api);
      paymentRoutes(api, parts);
      connectionRoutes(api, parts);
      orderRoutes(api, parts);
      refundRoutes(api, parts);
      checkInRoutes(api);
      lifecycleRoutes(api, parts);
      mailboxRoutes(api);
    },
    jobs: [...paymentJobs(parts), ...orders.jobs, ...lifecycleJobs(parts), tidyUp],
    schedules: [...orders.schedules, { job: tidyUp, crontab: '17 * * * *' }],
    ticks: orders.ticks,
    composers: { ...accountMails, ...orderMails(parts), ...refundMails },
    findSession,
    pageUser: async (api, request) => {
      const found = tokenOf(request, api.config);
      return found ? findPageUser(api.db, hashToken(found.token)) : null;
    },
  };
}
