import * as endpoints from '@entrada/contract/door/check-in';
import * as workspace from '@entrada/contract/door/workspace-check-in';
import { failpoint } from '../../platform/failpoints.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { doorCallOf } from '../check-in-links/entry.ts';
import { listGuests, showDoor } from './door.ts';
import { checkInOrder } from './order.ts';
import { checkIn } from './service.ts';
import { undoCheckIn } from './undo.ts';
import { checkInAttendees, undoAttendeeCheckIns } from './workspace.ts';

const { doorRead, doorWrite, scan } = LIMITS_BY_PURPOSE;

/** The door's own calls, which need only the link, and the same from the workspace. */
export function checkInRoutes(api: Api): void {
  route(
    api,
    endpoints.getDoor,
    async ({ ctx, params, request }) => ({
      data: await showDoor(ctx, doorCallOf(request, params.listShortId)),
    }),
    { readLimit: doorRead },
  );

  route(
    api,
    endpoints.listGuests,
    ({ ctx, params, query, request }) => listGuests(ctx, doorCallOf(request, params.listShortId), query),
    { readLimit: doorRead },
  );

  route(
    api,
    endpoints.checkIn,
    async ({ ctx, params, body, request }) => {
      api.limiters.spend(scan, `${addressKey(request)} ${params.listShortId} ${body.device}`);
      const data = await checkIn(ctx, doorCallOf(request, params.listShortId), body);
      failpoint('check-in.after-commit');
      return { data };
    },
    { limits: [doorWrite] },
  );

  route(
    api,
    endpoints.checkInOrder,
    async ({ ctx, params, body, request }) => {
      api.limiters.spend(scan, `${addressKey(request)} ${params.listShortId} ${body.device}`);
      const attempt = { ...body, direction: 'in' } as const;
      return { data: await checkInOrder(ctx, doorCallOf(request, params.listShortId), attempt) };
    },
    { limits: [doorWrite] },
  );

  route(
    api,
    endpoints.undoCheckIn,
    async ({ ctx, params, body, request }) => ({
      data: await undoCheckIn(ctx, doorCallOf(request, params.listShortId), {
        reference: params.reference,
        ...body,
      }),
    }),
    { limits: [doorWrite] },
  );

  route(api, workspace.checkInAttendees, async ({ ctx, params, body, idempotencyKey: key }) => ({
    data: await checkInAttendees(ctx, params, { ...body, key }),
  }));

  route(api, workspace.undoAttendeeCheckIns, async ({ ctx, params, body }) => ({
    data: { undone: await undoAttendeeCheckIns(ctx, params, body.attendeeIds) },
  }));
}
