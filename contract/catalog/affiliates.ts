import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { email, isoOut, line, pathId } from '../fields.ts';
import { chosenRows, chosenRowsReply, type ListRules, listQuery, namesRows, page } from '../list.ts';

const AFFILIATE_STATUSES = ['active', 'inactive'] as const;
export type AffiliateStatus = (typeof AFFILIATE_STATUSES)[number];

/** Query parameter of an event's address that names an affiliate. */
export const AFFILIATE_PARAM = 'aff';
/** A browser's order counts for the affiliate whose link it opened last, for this many days. */
export const AFFILIATE_DAYS = 30;

export const affiliate = z.object({
  id: z.number(),
  version: z.number(),
  code: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(AFFILIATE_STATUSES),
  /** Opened links: one for each browser and day. */
  clicks: z.number(),
  /** Completed orders that came through the link. */
  orders: z.number(),
  /** What its completed orders paid, less refunds and lost disputes, in minor units. Older than its name. */
  gross: z.number(),
  createdAt: isoOut,
});
export type Affiliate = z.output<typeof affiliate>;

export const affiliateListRules = {
  sorts: ['created_at', 'name', 'clicks', 'orders', 'gross'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  filters: { status: ['eq', 'in'] },
} as const satisfies ListRules;

const eventId = z.object({ eventId: pathId });
const affiliateId = z.object({ eventId: pathId, affiliateId: pathId });

const fields = {
  /** Used unchanged in links: letters, digits, hyphens and underscores. Upper and lower case are the same. */
  code: line(LIMITS.promoCodeMax, LIMITS.promoCodeMin).pipe(z.string().regex(/^[A-Za-z0-9_-]*$/)),
  name: line(LIMITS.name, 1),
  /** Empty for none. */
  email: email.or(z.literal('')),
  status: z.enum(AFFILIATE_STATUSES),
};

export const listAffiliates = endpoint({
  method: 'GET',
  path: '/events/:eventId/affiliates',
  access: 'affiliates.read',
  summary: 'Affiliates of an event with what came through their links.',
  params: eventId,
  query: listQuery(affiliateListRules),
  response: page(affiliate),
});

export const suggestAffiliateCode = endpoint({
  method: 'GET',
  path: '/events/:eventId/affiliates/suggested-code',
  access: 'affiliates.write',
  summary: 'A code for an affiliate of this name that no other affiliate of the event has.',
  params: eventId,
  query: z.strictObject({ name: z.string().max(1_000) }),
  response: single(z.object({ code: z.string() })),
});

export const getAffiliate = endpoint({
  method: 'GET',
  path: '/events/:eventId/affiliates/:affiliateId',
  access: 'affiliates.read',
  summary: 'One affiliate.',
  params: affiliateId,
  response: single(affiliate),
});

export const createAffiliate = endpoint({
  method: 'POST',
  path: '/events/:eventId/affiliates',
  access: 'affiliates.write',
  summary: 'Create an affiliate; its link is the address of the event with ?aff= and its code.',
  status: 201,
  params: eventId,
  body: z.strictObject(fields),
  response: single(affiliate),
});

export const updateAffiliate = endpoint({
  method: 'PUT',
  path: '/events/:eventId/affiliates/:affiliateId',
  access: 'affiliates.write',
  summary: 'Change an affiliate. With another code its old link brings nothing any more.',
  params: affiliateId,
  body: z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), ...fields }),
  response: single(affiliate),
});

export const deleteAffiliate = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/affiliates/:affiliateId',
  access: 'affiliates.write',
  summary: 'Delete an affiliate without orders. One with orders can be switched off.',
  params: affiliateId,
});

/** The actions on many affiliates at once. */
const AFFILIATE_ACTIONS = ['switch-on', 'switch-off'] as const;

export const changeAffiliates = endpoint({
  method: 'POST',
  path: '/events/:eventId/affiliates/bulk',
  access: 'affiliates.write',
  summary:
    'Switch many affiliates on or off: those of `ids`, or all that the query finds without `except`. Orders that came through them stay theirs.',
  params: eventId,
  query: listQuery(affiliateListRules),
  body: z.strictObject({ action: z.enum(AFFILIATE_ACTIONS), ...chosenRows }).refine(...namesRows),
  response: chosenRowsReply,
});

export const openAffiliateLink = endpoint({
  method: 'POST',
  path: '/public/events/:eventId/affiliate-clicks',
  access: 'public',
  idempotent: true,
  summary:
    'A visitor opened an affiliate’s link. Remembered in a cookie for 30 days, the last one counts; counted once for a browser, affiliate and day. An unknown or inactive code changes nothing.',
  params: eventId,
  body: z.strictObject({ code: z.string().max(200) }),
});
