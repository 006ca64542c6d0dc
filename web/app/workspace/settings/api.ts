import { COOKIES, HEADERS } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import {
  type Cover,
  deleteEventImage,
  type EventDetail,
  getEvent,
  updateEvent,
  uploadEventImage,
} from '@entrada/contract/events';
import { listTickets } from '@entrada/contract/tickets';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { ApiError, apiErrorFrom } from '../../platform/api-error.ts';
import { endpointUrl } from '../../platform/endpoint-call.ts';
import { readCookie } from '../../platform/locales.ts';
import { keys } from '../keys.ts';
import { eventParams } from '../shell/event.ts';

export type EventBody = InputOf<typeof updateEvent>['body'];

export const loadEvent = async (eventId: number): Promise<EventDetail> =>
  (await api(getEvent, eventParams(eventId))).data;

export const saveEvent = async (eventId: number, body: EventBody): Promise<EventDetail> =>
  (await api(updateEvent, { ...eventParams(eventId), body })).data;

/** The tickets of an event that cost something, donations too; the first page is all that is needed of them. */
export const usePaidTickets = (eventId: number) =>
  useQuery({
    queryKey: keys.paidTickets(eventId),
    queryFn: async ({ signal }) => {
      const query = { per_page: '100', 'filter_fields[type][in]': 'paid,tiered,donation' };
      return (await api(listTickets, { ...eventParams(eventId), query }, { signal })).data;
    },
  });

export const removeCover = (eventId: number, imageId: number) =>
  api(deleteEventImage, { params: { eventId: String(eventId), imageId: String(imageId) } });

/** Uploads a cover. `fetch` can't tell how far an upload is, hence the older way. Throws `ApiError`. */
export function uploadCover(
  eventId: number,
  image: Blob,
  onProgress: (share: number) => void,
): Promise<Cover> {
  const body = new FormData();
  body.append('type', 'EVENT_COVER');
  body.append('image', image);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', endpointUrl(uploadEventImage, eventParams(eventId)));
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    const token = readCookie(document.cookie, COOKIES.xsrf);
    if (token) request.setRequestHeader(HEADERS.xsrf, token);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const reply: unknown = request.response;
      if (request.status >= 200 && request.status < 300) resolve((reply as { data: Cover }).data);
      else reject(apiErrorFrom(request.status, reply));
    });
    request.addEventListener('error', () => {
      reject(new ApiError({ status: 0, code: navigator.onLine ? 'NETWORK' : 'OFFLINE' }));
    });
    request.send(body);
  });
}
