import * as endpoints from '@entrada/contract/events';
import { z } from 'zod';
import { LIMITS_BY_PURPOSE } from '../platform/http/limits.ts';
import { type Api, download, route } from '../platform/http/route.ts';
import { readUpload } from '../platform/images/upload.ts';
import type { Parts } from '../platform/parts.ts';
import * as images from './image-service.ts';
import * as events from './service.ts';
import * as stats from './stats-service.ts';

/** A key is never used for another picture. */
const FOREVER = 'public, max-age=31536000, immutable';
/** The longest description, in letters of several bytes each. */
const BODY_LIMIT = 512 * 1024;

export function eventRoutes(api: Api, { files }: Parts): void {
  route(api, endpoints.listEvents, async ({ ctx, query }) => events.listEvents(ctx, query));
  route(
    api,
    endpoints.createEvent,
    async ({ ctx, body }) => ({ data: await events.createEvent(ctx, body) }),
    {
      bodyLimit: BODY_LIMIT,
    },
  );
  route(api, endpoints.getEvent, async ({ ctx, params }) => ({
    data: await events.getEvent(ctx, params.eventId),
  }));
  route(
    api,
    endpoints.updateEvent,
    async ({ ctx, params, body }) => ({ data: await events.updateEvent(ctx, params.eventId, body) }),
    { bodyLimit: BODY_LIMIT },
  );
  route(api, endpoints.getEventStats, async ({ ctx, params }) => ({
    data: await stats.getEventStats(ctx, params.eventId),
  }));
  route(api, endpoints.getCheckInStats, async ({ ctx, params }) => ({
    data: await stats.getCheckInStats(ctx, params.eventId),
  }));
  route(api, endpoints.listEventImages, async ({ ctx, params }) => ({
    data: await images.listImages(ctx, params.eventId),
  }));
  route(
    api,
    endpoints.uploadEventImage,
    async ({ ctx, params, request }) => {
      await images.expectChangeable(ctx, params.eventId);
      return { data: await images.replaceCover(ctx, files, params.eventId, await readUpload(request)) };
    },
    { limits: [LIMITS_BY_PURPOSE.upload] },
  );
  route(api, endpoints.deleteEventImage, async ({ ctx, params }) => {
    await images.removeImage(ctx, files, params.eventId, params.imageId);
    return undefined;
  });
  const file = z.object({
    fileKey: z.string().regex(/^[0-9a-f]{32}$/),
    name: z.string().regex(/^([1-9][0-9]{0,3}\.webp|share\.jpg)$/),
  });
  download(
    api,
    {
      path: '/public/files/:fileKey/:name',
      access: 'public',
      params: file,
      readLimit: LIMITS_BY_PURPOSE.files,
    },
    async ({ params }) => ({
      contentType: params.name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp',
      body: await images.readPicture(files, params.fileKey, params.name),
      headers: { 'cache-control': FOREVER },
    }),
  );
}
