import { listAttendees } from '@entrada/contract/attendees';
import { type Api, route } from '../platform/http/route.ts';
import * as service from './service.ts';

export function attendeeRoutes(api: Api): void {
  route(api, listAttendees, ({ ctx, params, query }) => service.listAttendees(ctx, params.eventId, query));
}
