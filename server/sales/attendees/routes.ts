import { listAttendees } from '@entrada/contract/sales/attendees';
import { attendeesCsvPath } from '@entrada/contract/sales/csv-paths';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { attendeesCsv } from './export.ts';
import * as service from './service.ts';

export function attendeeRoutes(api: Api): void {
  route(api, listAttendees, ({ ctx, params, query }) => service.listAttendees(ctx, params.eventId, query));
  csvRoute(
    api,
    { name: 'exportAttendees', path: attendeesCsvPath(':eventId'), access: 'attendees.read' },
    attendeesCsv,
  );
}
