import {
  deleteAccountImage,
  listAccountImages,
  updateAccountImage,
  uploadAccountImage,
} from '@entrada/contract/accounts/settings';
import {
  deleteEventImage,
  listEventImages,
  updateEventImage,
  uploadEventImage,
} from '@entrada/contract/catalog/events';
import {
  deleteOrganizerImage,
  listOrganizerImages,
  updateOrganizerImage,
  uploadOrganizerImage,
} from '@entrada/contract/catalog/organizers';
import { COOKIES, HEADERS } from '@entrada/contract/constants';
import type { EditableImage, ImageChange, ImageType } from '@entrada/contract/images';
import { api, refusedBy } from '../../../platform/api/client.ts';
import { endpointUrl } from '../../../platform/api/endpoint-call.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { readCookie } from '../../../platform/i18n/locales.ts';

/** Where an image belongs: an event has a cover, an organizer and the account have a logo. */
export type ImageHome = { eventId: number } | { organizerId: number } | 'account';

export function imageType(home: ImageHome): ImageType {
  if (home === 'account') return 'ACCOUNT_LOGO';
  return 'eventId' in home ? 'EVENT_COVER' : 'ORGANIZER_LOGO';
}

/** Loads the image with its whole upload, for editing. Null if it no longer exists. */
export async function loadImage(home: ImageHome): Promise<EditableImage | null> {
  const { data } = await list(home);
  return data[0] ?? null;
}

function list(home: ImageHome): Promise<{ data: EditableImage[] }> {
  if (home === 'account') return api(listAccountImages, {});
  return 'eventId' in home
    ? api(listEventImages, { params: { eventId: String(home.eventId) } })
    : api(listOrganizerImages, { params: { organizerId: String(home.organizerId) } });
}

type ChangeImage = { home: ImageHome; imageId: number; edit: ImageChange };

export async function changeImage({ home, imageId, edit: body }: ChangeImage): Promise<EditableImage> {
  const image = { imageId: String(imageId) };
  if (home === 'account') return (await api(updateAccountImage, { params: image, body })).data;
  const { data } =
    'eventId' in home
      ? await api(updateEventImage, { params: { eventId: String(home.eventId), ...image }, body })
      : await api(updateOrganizerImage, {
          params: { organizerId: String(home.organizerId), ...image },
          body,
        });
  return data;
}

export async function removeImage(home: ImageHome, imageId: number): Promise<void> {
  const image = { imageId: String(imageId) };
  if (home === 'account') await api(deleteAccountImage, { params: image });
  else if ('eventId' in home)
    await api(deleteEventImage, { params: { eventId: String(home.eventId), ...image } });
  else await api(deleteOrganizerImage, { params: { organizerId: String(home.organizerId), ...image } });
}

function uploadUrl(home: ImageHome): string {
  if (home === 'account') return endpointUrl(uploadAccountImage, {});
  return 'eventId' in home
    ? endpointUrl(uploadEventImage, { params: { eventId: String(home.eventId) } })
    : endpointUrl(uploadOrganizerImage, { params: { organizerId: String(home.organizerId) } });
}

type Upload = {
  home: ImageHome;
  image: Blob;
  edit: ImageChange;
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads an image with XMLHttpRequest, because `fetch` does not report the progress of an upload. Throws `ApiError`.
 */
export function uploadImage({ home, image, edit, onProgress, signal }: Upload): Promise<EditableImage> {
  const body = new FormData();
  body.append('type', imageType(home));
  body.append('edit', JSON.stringify(edit));
  body.append('image', image);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', uploadUrl(home));
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    const token = readCookie(document.cookie, COOKIES.xsrf);
    if (token) request.setRequestHeader(HEADERS.xsrf, token);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const reply: unknown = request.response;
      if (request.status >= 200 && request.status < 300) resolve((reply as { data: EditableImage }).data);
      else void refusedBy(request.status, reply).then(reject);
    });
    request.addEventListener('error', () => {
      reject(new ApiError({ status: 0, code: navigator.onLine ? 'NETWORK' : 'OFFLINE' }));
    });
    request.addEventListener('abort', () => reject(new ApiError({ status: 0, code: 'ABORTED' })));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) request.abort();
    else request.send(body);
  });
}
