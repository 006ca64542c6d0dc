import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { checkInListShortId, isoOut, line, pathId } from '../fields.ts';
import { CHECK_IN_LIST_STATES } from './check-in-lists.ts';

/**
 * What a link lets somebody do. `steward`: scan. `supervisor`: also search, admit by name, undo, see who is inside and what
 * was scanned, and sell where the list allows it.
 */
export const DOOR_ROLES = ['steward', 'supervisor'] as const;
export type DoorRole = (typeof DOOR_ROLES)[number];

/** Four to eight digits. */
export const doorPin = z.string().regex(/^\d{4,8}$/);

/**
 * A phone enters by a link and gets a token, which it sends in the header `HEADERS.doorDevice` from then on. Without a PIN
 * the token is not needed, but it lets the list's page say which phones are at the door.
 */
export const enterDoor = endpoint({
  method: 'POST',
  path: '/public/check-in-lists/:listShortId/devices',
  access: 'public',
  status: 201,
  summary:
    'Enter by a link with a phone, with the PIN if the link has one. Answers the token of the phone, once. After five wrong PINs pauses follow that grow, for this phone only.',
  params: z.object({ listShortId: checkInListShortId }),
  body: z.strictObject({ device: line(60), pin: doorPin.optional() }),
  response: single(z.object({ token: z.string(), role: z.enum(DOOR_ROLES) })),
});

/** The token of a phone as the header carries it. */
export const DEVICE_TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const checkInLink = z.object({
  id: z.number(),
  version: z.number(),
  shortId: z.string(),
  name: z.string(),
  role: z.enum(DOOR_ROLES),
  hasPin: z.boolean(),
  /** Whose own phone it is for; null for a link that anybody may be given. */
  member: z.string().nullable(),
  createdAt: isoOut,
  /** Phones that were here within a day, the last one first. `waiting`: scans that they have yet to send. */
  devices: z.array(z.object({ id: z.number(), name: z.string(), lastSeenAt: isoOut, waiting: z.number() })),
});
export type CheckInLink = z.output<typeof checkInLink>;

const ofList = z.object({ eventId: pathId, listId: pathId });
const ofLink = z.object({ eventId: pathId, listId: pathId, linkId: pathId });
const fields = { name: line(LIMITS.name, 1), role: z.enum(DOOR_ROLES) };
const listPath = '/events/:eventId/check-in-lists/:listId';

export const listCheckInLinks = endpoint({
  method: 'GET',
  path: `${listPath}/links`,
  access: 'check-in.manage',
  summary: 'The open links of a check-in list, with the phones that were lately at its door.',
  params: ofList,
  response: single(z.array(checkInLink)),
});

export const createCheckInLink = endpoint({
  method: 'POST',
  path: `${listPath}/links`,
  access: 'check-in.manage',
  summary: 'Add a link to a check-in list.',
  status: 201,
  params: ofList,
  body: z.strictObject({ ...fields, pin: doorPin.nullable() }),
  response: single(checkInLink),
});

export const updateCheckInLink = endpoint({
  method: 'PUT',
  path: `${listPath}/links/:linkId`,
  access: 'check-in.manage',
  summary:
    'Change a link. Without `pin` the PIN stays; a new one makes every phone of the link enter it, null removes it.',
  params: ofLink,
  body: z.strictObject({
    version: z.number().int().min(1).max(2_147_483_647),
    ...fields,
    pin: doorPin.nullable().optional(),
  }),
  response: single(checkInLink),
});

export const replaceCheckInLink = endpoint({
  method: 'POST',
  path: `${listPath}/links/:linkId/replacement`,
  access: 'check-in.manage',
  summary:
    'Give a link a new address. The old one stops working at once, and phones enter again. Its scans are kept.',
  params: ofLink,
  response: single(checkInLink),
});

export const closeCheckInLink = endpoint({
  method: 'DELETE',
  path: `${listPath}/links/:linkId`,
  access: 'check-in.manage',
  summary: 'Close a link for good. Its scans are kept.',
  params: ofLink,
});

const ownDoor = z.object({
  eventId: z.number(),
  event: z.string(),
  startsAt: isoOut,
  endsAt: isoOut.nullable(),
  timezone: z.string(),
  listId: z.number(),
  name: z.string(),
  /** What the team wants to be known at the door. */
  description: z.string(),
  state: z.enum(CHECK_IN_LIST_STATES),
  activatesAt: isoOut.nullable(),
  expiresAt: isoOut.nullable(),
});
export type OwnDoor = z.output<typeof ownDoor>;

export const listOwnDoors = endpoint({
  method: 'GET',
  path: '/door/check-in-lists',
  access: 'door.scan',
  summary:
    'The check-in lists that the signed-in person can open, of the events that they reach: those of the next ones first, without events that ended more than a day ago. At most 200.',
  response: z.object({ data: z.array(ownDoor) }),
});

export const openCheckInList = endpoint({
  method: 'POST',
  path: `${listPath}/open`,
  access: 'door.scan',
  summary:
    'The own link of the signed-in person to a check-in list, made if there is none. It ends with their place in the team.',
  params: ofList,
  response: single(z.object({ shortId: z.string(), role: z.enum(DOOR_ROLES) })),
});

export const setCheckInListClosed = endpoint({
  method: 'PUT',
  path: `${listPath}/closed`,
  access: 'check-in.manage',
  summary:
    'Close a check-in list, so that it lets nobody in, or open it again. Its links and scans are kept.',
  params: ofList,
  body: z.strictObject({ isClosed: z.boolean() }),
});
