import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { currency, email, line, pathId, text, timezone, webUrl } from '../fields.ts';
import { cover, editableImage, imageChange } from '../images.ts';
import { type ListRules, listQuery, page } from '../list.ts';
import { SLUG_LENGTH } from '../slug.ts';
import { organizerSteps, stepsOut } from './policies/give-back.ts';

export const organizer = z.object({
  id: z.number(),
  version: z.number(),
  slug: z.string(),
  name: z.string(),
  email: z.string(),
  website: z.string(),
  /** A small set of HTML, sanitized when it is saved. */
  description: z.string(),
  currency: z.string(),
  timezone: z.string(),
  /** How buyers give tickets back, for events that have no steps of their own. */
  giveBack: stepsOut,
  logo: cover.nullable(),
});
export type Organizer = z.output<typeof organizer>;

const slug = z
  .string()
  .min(2)
  .max(SLUG_LENGTH)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const organizerId = z.object({ organizerId: pathId });
const image = z.object({ organizerId: pathId, imageId: pathId });

export const organizerListRules = {
  sorts: ['name', 'created_at'],
  defaultSort: { by: 'name', direction: 'asc' },
  filters: { currency: ['eq', 'in'] },
} as const satisfies ListRules;

export const listOrganizers = endpoint({
  method: 'GET',
  path: '/organizers',
  access: 'organizers.read',
  summary: 'Organizers of the account, by name unless asked otherwise.',
  query: listQuery(organizerListRules),
  response: page(organizer),
});

export const getOrganizer = endpoint({
  method: 'GET',
  path: '/organizers/:organizerId',
  access: 'organizers.read',
  summary: 'One organizer.',
  params: organizerId,
  response: single(organizer),
});

export const createOrganizer = endpoint({
  method: 'POST',
  path: '/organizers',
  access: 'organizers.write',
  summary:
    'Create a public brand. Without a slug one is made from the name. Without currency and time zone it begins with those of the account.',
  status: 201,
  body: z.strictObject({
    name: line(LIMITS.name, 1),
    email,
    slug: slug.optional(),
    website: webUrl.optional(),
    description: text(LIMITS.ticketDescription).optional(),
    currency: currency.optional(),
    timezone: timezone.optional(),
  }),
  response: single(organizer),
});

export const updateOrganizer = endpoint({
  method: 'PUT',
  path: '/organizers/:organizerId',
  access: 'organizers.write',
  summary:
    'Change an organizer. `version` must be the one that was read; otherwise 409 STALE_VERSION. An old slug keeps leading to the new one and stays taken.',
  params: organizerId,
  body: z.strictObject({
    version: z.number().int().min(1).max(2_147_483_647),
    name: line(LIMITS.name, 1).optional(),
    email: email.optional(),
    slug: slug.optional(),
    website: webUrl.optional(),
    description: text(LIMITS.ticketDescription).optional(),
    currency: currency.optional(),
    timezone: timezone.optional(),
    giveBack: organizerSteps.optional(),
  }),
  response: single(organizer),
});

const SLUG_STATES = ['available', 'own', 'taken', 'reserved', 'invalid'] as const;
export type SlugState = (typeof SLUG_STATES)[number];

export const checkSlug = endpoint({
  method: 'GET',
  path: '/organizers/slug-check',
  access: 'organizers.write',
  summary:
    'Whether an organizer can have this slug: available, own (it or a former one of this organizer), taken, reserved or invalid, with a free one like it.',
  query: z.strictObject({ slug: z.string().max(200), organizer_id: pathId.optional() }),
  response: single(
    z.object({ slug: z.string(), state: z.enum(SLUG_STATES), suggestion: z.string().nullable() }),
  ),
});
export type SlugCheck = z.output<typeof checkSlug.response>['data'];

export const listOrganizerImages = endpoint({
  method: 'GET',
  path: '/organizers/:organizerId/images',
  access: 'organizers.read',
  summary: 'The logo of an organizer, with the whole upload and the part that is shown.',
  params: organizerId,
  response: z.object({ data: z.array(editableImage) }),
});

export const uploadOrganizerImage = endpoint({
  method: 'POST',
  path: '/organizers/:organizerId/images',
  access: 'organizers.write',
  summary:
    'Upload a logo (multipart: image, type=ORGANIZER_LOGO, and edit, a JSON text of the body of the PUT below). JPEG, PNG or WebP by content, under 5 MB; replaces the logo.',
  status: 201,
  params: organizerId,
  multipart: 'ORGANIZER_LOGO',
  response: single(editableImage),
});

export const updateOrganizerImage = endpoint({
  method: 'PUT',
  path: '/organizers/:organizerId/images/:imageId',
  access: 'organizers.write',
  summary: 'Crop a logo again from its upload, move its focal point, or describe it.',
  params: image,
  body: imageChange,
  response: single(editableImage),
});

export const deleteOrganizerImage = endpoint({
  method: 'DELETE',
  path: '/organizers/:organizerId/images/:imageId',
  access: 'organizers.write',
  summary: 'Remove a logo.',
  params: image,
});
