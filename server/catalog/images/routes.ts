import * as account from '@entrada/contract/accounts/settings';
import * as events from '@entrada/contract/catalog/events';
import * as organizers from '@entrada/contract/catalog/organizers';
import { z } from 'zod';
import type { FileStore } from '../../platform/files.ts';
import { LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import { type Api, download, route } from '../../platform/http/route.ts';
import { readUpload, takeUploads } from '../../platform/images/upload.ts';
import type { Resources } from '../../platform/resources.ts';
import * as images from './service.ts';

/** Browsers may cache a picture for ever, because its key is never used for another picture. */
const FOREVER = 'public, max-age=31536000, immutable';
const limits = [LIMITS_BY_PURPOSE.upload];

/** Routes for the covers of events and the logos of organizers and accounts, and for their files. */
export function imageRoutes(api: Api, { files }: Pick<Resources, 'files'>): void {
  void api.app.register((app, _options, done) => {
    takeUploads(app);
    uploadRoutes({ ...api, app }, files);
    done();
  });
  route(api, events.listEventImages, async ({ ctx, params: { eventId } }) => ({
    data: await images.listImages(ctx, { eventId }),
  }));
  route(
    api,
    events.updateEventImage,
    async ({ ctx, params: { eventId, imageId }, body }) => {
      await images.expectChangeable(ctx, { eventId });
      return { data: await images.changeImage(ctx, files, { owner: { eventId }, imageId }, body) };
    },
    { limits },
  );
  route(api, events.deleteEventImage, async ({ ctx, params: { eventId, imageId } }) => {
    await images.removeImage(ctx, files, { owner: { eventId }, imageId });
    return undefined;
  });

  route(api, organizers.listOrganizerImages, async ({ ctx, params: { organizerId } }) => ({
    data: await images.listImages(ctx, { organizerId }),
  }));
  route(
    api,
    organizers.updateOrganizerImage,
    async ({ ctx, params: { organizerId, imageId }, body }) => {
      await images.expectChangeable(ctx, { organizerId });
      return { data: await images.changeImage(ctx, files, { owner: { organizerId }, imageId }, body) };
    },
    { limits },
  );
  route(api, organizers.deleteOrganizerImage, async ({ ctx, params: { organizerId, imageId } }) => {
    await images.removeImage(ctx, files, { owner: { organizerId }, imageId });
    return undefined;
  });

  route(api, account.listAccountImages, async ({ ctx }) => ({
    data: await images.listImages(ctx, 'account'),
  }));
  route(
    api,
    account.updateAccountImage,
    async ({ ctx, params: { imageId }, body }) => ({
      data: await images.changeImage(ctx, files, { owner: 'account', imageId }, body),
    }),
    { limits },
  );
  route(api, account.deleteAccountImage, async ({ ctx, params: { imageId } }) => {
    await images.removeImage(ctx, files, { owner: 'account', imageId });
    return undefined;
  });

  const file = z.object({
    fileKey: z.string().regex(/^[0-9a-f]{32}$/),
    name: z.string().regex(/^([1-9][0-9]{0,3}\.webp|original\.webp|share\.jpg|mail\.png)$/),
  });
  download(
    api,
    {
      path: '/public/files/:fileKey/:name',
      area: 'files',
      name: 'getPicture',
      summary: 'A picture in one of its sizes. It never changes, so it may be kept for ever.',
      types: ['image/webp', 'image/jpeg', 'image/png'],
      access: 'public',
      params: file,
      readLimit: LIMITS_BY_PURPOSE.files,
    },
    async ({ params }) => ({
      contentType: pictureType(params.name),
      body: await images.readPicture(files, params.fileKey, params.name),
      headers: { 'cache-control': FOREVER },
    }),
  );
}

function pictureType(name: string): 'image/jpeg' | 'image/png' | 'image/webp' {
  if (name.endsWith('.jpg')) return 'image/jpeg';
  return name.endsWith('.png') ? 'image/png' : 'image/webp';
}

function uploadRoutes(api: Api, files: FileStore): void {
  route(
    api,
    events.uploadEventImage,
    async ({ ctx, params: { eventId }, request }) => {
      await images.expectChangeable(ctx, { eventId });
      const upload = await readUpload(request, 'EVENT_COVER');
      return { data: await images.replaceImage(ctx, files, { eventId }, upload) };
    },
    { limits },
  );
  route(
    api,
    organizers.uploadOrganizerImage,
    async ({ ctx, params: { organizerId }, request }) => {
      await images.expectChangeable(ctx, { organizerId });
      const upload = await readUpload(request, 'ORGANIZER_LOGO');
      return { data: await images.replaceImage(ctx, files, { organizerId }, upload) };
    },
    { limits },
  );
  route(
    api,
    account.uploadAccountImage,
    async ({ ctx, request }) => {
      const upload = await readUpload(request, 'ACCOUNT_LOGO');
      return { data: await images.replaceImage(ctx, files, 'account', upload) };
    },
    { limits },
  );
}
