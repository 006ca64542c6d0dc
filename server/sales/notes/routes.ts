import * as endpoints from '@entrada/contract/sales/notes';
import { type Api, route } from '../../platform/http/route.ts';
import * as service from './service.ts';

/** The routes of the notes about orders and attendees. */
export function noteRoutes(api: Api): void {
  route(api, endpoints.listOrderNotes, async ({ ctx, params }) => ({
    data: await service.listOrderNotes(ctx, params),
  }));
  route(api, endpoints.addOrderNote, async ({ ctx, params, body }) => ({
    data: await service.noteOrder(ctx, params, body.text),
  }));
  route(api, endpoints.listAttendeeNotes, async ({ ctx, params }) => ({
    data: await service.listAttendeeNotes(ctx, params),
  }));
  route(api, endpoints.addAttendeeNote, async ({ ctx, params, body }) => ({
    data: await service.noteAttendee(ctx, params, body.text),
  }));
  route(api, endpoints.updateNote, async ({ ctx, params, body }) => ({
    data: await service.changeNote(ctx, params, body),
  }));
  route(api, endpoints.deleteNote, async ({ ctx, params }) => {
    await service.deleteNote(ctx, params);
    return undefined;
  });
  route(api, endpoints.restoreNote, async ({ ctx, params }) => ({
    data: await service.restoreNote(ctx, params),
  }));
}
