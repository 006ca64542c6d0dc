import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { pathId } from '../fields.ts';

const params = z.object({ eventId: pathId });

const widget = z.object({
  /** The event's version. It protects all settings together. */
  version: z.number(),
  /** The default of a widget whose own snippet does not set it. */
  autoResize: z.boolean(),
});
export type Widget = z.output<typeof widget>;

export const getWidget = endpoint({
  method: 'GET',
  path: '/events/:eventId/widget',
  access: 'events.read',
  summary: 'How widgets of an event behave whose snippet does not say.',
  params,
  response: single(widget),
});

export const updateWidget = endpoint({
  method: 'PUT',
  path: '/events/:eventId/widget',
  access: 'events.write',
  summary: 'Change how widgets behave. `version` must be the one that was read; otherwise 409 STALE_VERSION.',
  params,
  body: z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), autoResize: z.boolean() }),
  response: single(widget),
});
