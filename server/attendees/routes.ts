import { attendeesCsvPath, listAttendees } from '@entrada/contract/attendees';
import { pathId } from '@entrada/contract/fields';
import { z } from 'zod';
import { type Api, download, route } from '../platform/http/route.ts';
import { attendeesCsv } from './export.ts';
import * as service from './service.ts';

export function attendeeRoutes(api: Api): void {
  route(api, listAttendees, ({ ctx, params, query }) => service.listAttendees(ctx, params.eventId, query));
  download(
    api,
    {
      path: attendeesCsvPath(':eventId'),
      access: 'attendees.read',
      params: z.object({ eventId: pathId }),
    },
    ({ ctx, params, query }) => attendeesCsv(ctx, params.eventId, query),
  );
}
