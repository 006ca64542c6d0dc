import * as origins from '@entrada/contract/insight/reports/origins';
import * as people from '@entrada/contract/insight/reports/people';
import * as returns from '@entrada/contract/insight/reports/returns';
import * as sales from '@entrada/contract/insight/reports/sales';
import * as taxes from '@entrada/contract/insight/reports/taxes';
import { type Api, route } from '../../platform/http/route.ts';
import { getAccountCodes, getAccountSources, getEventCodes, getEventSources } from './origins.ts';
import { getEventAnswers, getEventAttendance } from './people.ts';
import { getAccountPayouts, getAccountRefunds, getEventPayouts, getEventRefunds } from './returns.ts';
import { getAccountSales, getEventSales } from './sales.ts';
import { getAccountTaxes, getEventTaxes } from './taxes.ts';

/** The routes of what an event, or the whole account, sold on some days. */
export function reportRoutes(api: Api): void {
  route(api, sales.getEventSalesReport, async ({ ctx, params, query }) => ({
    data: await getEventSales(ctx, params.eventId, {
      from: query.from,
      to: query.to,
      pastEventId: query.past_event ?? null,
    }),
  }));
  route(api, origins.getEventCodeReport, async ({ ctx, params, query }) => ({
    data: await getEventCodes(ctx, params.eventId, query),
  }));
  route(api, origins.getEventSourceReport, async ({ ctx, params, query }) => ({
    data: await getEventSources(ctx, params.eventId, query),
  }));
  route(api, taxes.getEventTaxReport, async ({ ctx, params, query }) => ({
    data: await getEventTaxes(ctx, params.eventId, query),
  }));
  route(api, returns.getEventRefundReport, async ({ ctx, params, query }) => ({
    data: await getEventRefunds(ctx, params.eventId, query),
  }));
  route(api, returns.getEventPayoutReport, async ({ ctx, params, query }) => ({
    data: await getEventPayouts(ctx, params.eventId, query),
  }));
  route(api, people.getEventAnswerReport, async ({ ctx, params, query }) => ({
    data: await getEventAnswers(ctx, params.eventId, {
      from: query.from,
      to: query.to,
      questionId: query.question ?? null,
    }),
  }));
  route(api, people.getEventAttendanceReport, async ({ ctx, params, query }) => ({
    data: await getEventAttendance(ctx, params.eventId, query),
  }));

  route(api, sales.getAccountSalesReport, async ({ ctx, query }) => ({
    data: await getAccountSales(ctx, query),
  }));
  route(api, origins.getAccountCodeReport, async ({ ctx, query }) => ({
    data: await getAccountCodes(ctx, query),
  }));
  route(api, origins.getAccountSourceReport, async ({ ctx, query }) => ({
    data: await getAccountSources(ctx, query),
  }));
  route(api, taxes.getAccountTaxReport, async ({ ctx, query }) => ({
    data: await getAccountTaxes(ctx, query),
  }));
  route(api, returns.getAccountRefundReport, async ({ ctx, query }) => ({
    data: await getAccountRefunds(ctx, query),
  }));
  route(api, returns.getAccountPayoutReport, async ({ ctx, query }) => ({
    data: await getAccountPayouts(ctx, query),
  }));
}
