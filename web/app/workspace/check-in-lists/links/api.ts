import {
  type CheckInLink,
  closeCheckInLink,
  createCheckInLink,
  type DoorRole,
  listCheckInLinks,
  replaceCheckInLink,
  updateCheckInLink,
} from '@entrada/contract/door/check-in-links';
import { api } from '../../../platform/api/client.ts';

/** A list of an event. */
export type OfList = { eventId: number; listId: number };

const ofList = ({ eventId, listId }: OfList) => ({
  params: { eventId: String(eventId), listId: String(listId) },
});
const ofLink = ({ eventId, listId }: OfList, linkId: number) => ({
  params: { eventId: String(eventId), listId: String(listId), linkId: String(linkId) },
});

export const loadLinks = async (of: OfList, signal?: AbortSignal): Promise<CheckInLink[]> =>
  (await api(listCheckInLinks, ofList(of), { signal })).data;

export type LinkBody = { name: string; role: DoorRole; pin: string | null | undefined };

/** Adds a link, or changes the version that was read. An undefined PIN stays as it is. */
export async function saveLink(of: OfList, body: LinkBody, before: CheckInLink | null): Promise<CheckInLink> {
  const { pin, ...rest } = body;
  if (!before)
    return (await api(createCheckInLink, { ...ofList(of), body: { ...rest, pin: pin ?? null } })).data;
  const changed = { ...rest, version: before.version, ...(pin !== undefined && { pin }) };
  return (await api(updateCheckInLink, { ...ofLink(of, before.id), body: changed })).data;
}

export const replaceLink = async (of: OfList, link: CheckInLink): Promise<CheckInLink> =>
  (await api(replaceCheckInLink, ofLink(of, link.id))).data;

export const closeLink = (of: OfList, link: CheckInLink) => api(closeCheckInLink, ofLink(of, link.id));

export const linkPath = (link: Pick<CheckInLink, 'shortId'>) => `/check-in/${link.shortId}`;
