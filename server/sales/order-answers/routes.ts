import {
  getAttendeeAnswers,
  getOrderAnswers,
  updateAttendeeAnswers,
  updateOrderAnswers,
} from '@entrada/contract/sales/order-answers';
import { LONG_BODY_BYTES } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import {
  changeAttendeeAnswers,
  changeOrderAnswers,
  showAttendeeAnswers,
  showOrderAnswers,
} from './service.ts';

/** Routes by which the organizer reads and changes the answers of orders and attendees. */
export function orderAnswerRoutes(api: Api): void {
  const bodyLimit = LONG_BODY_BYTES;
  route(api, getOrderAnswers, async ({ ctx, params }) => ({ data: await showOrderAnswers(ctx, params) }));
  route(api, getAttendeeAnswers, async ({ ctx, params }) => ({
    data: await showAttendeeAnswers(ctx, params),
  }));
  route(
    api,
    updateOrderAnswers,
    async ({ ctx, params, body }) => ({ data: await changeOrderAnswers(ctx, params, body) }),
    { bodyLimit },
  );
  route(
    api,
    updateAttendeeAnswers,
    async ({ ctx, params, body }) => ({ data: await changeAttendeeAnswers(ctx, params, body) }),
    { bodyLimit },
  );
}
