import { listAttendees } from '@entrada/contract/sales/attendees';
import { exportRoute } from '../../platform/http/export-route.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { answersFile, attendeesFile } from './export.ts';
import * as service from './service.ts';

export function attendeeRoutes(api: Api): void {
  route(api, listAttendees, ({ ctx, params, query }) => service.listAttendees(ctx, params.eventId, query));
  exportRoute(api, { name: 'exportAttendees', what: 'attendees' }, attendeesFile);
  exportRoute(api, { name: 'exportAnswers', what: 'answers' }, answersFile);
}
