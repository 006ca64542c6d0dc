import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { checkInListShortId, line } from '../fields.ts';

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
