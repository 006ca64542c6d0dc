import { z } from 'zod';
import { LIMITS } from './constants.ts';
import { endpoint, single } from './endpoint.ts';
import { currency, email, line, pathId, text, timezone, webUrl } from './fields.ts';

export const organizer = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  email: z.string(),
  website: z.string(),
  description: z.string(),
  currency: z.string(),
  timezone: z.string(),
});
export type Organizer = z.output<typeof organizer>;

export const listOrganizers = endpoint({
  method: 'GET',
  path: '/organizers',
  access: 'organizers.read',
  summary: 'All organizers of the account, by name.',
  response: z.object({ data: z.array(organizer) }),
});

export const getOrganizer = endpoint({
  method: 'GET',
  path: '/organizers/:organizerId',
  access: 'organizers.read',
  summary: 'One organizer.',
  params: z.object({ organizerId: pathId }),
  response: single(organizer),
});

export const createOrganizer = endpoint({
  method: 'POST',
  path: '/organizers',
  access: 'organizers.write',
  summary: 'Create a public brand. Without a slug one is made from the name.',
  status: 201,
  body: z.strictObject({
    name: line(LIMITS.name, 1),
    email,
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .min(2)
      .max(60)
      .optional(),
    website: webUrl.optional(),
    description: text(LIMITS.ticketDescription).optional(),
    currency,
    timezone,
  }),
  response: single(organizer),
});
