import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, instant, isoOut, line, minor, pathId } from '../fields.ts';
import { chosenRows, chosenRowsReply, type ListRules, listQuery, namesRows, page } from '../list.ts';
import { HUNDRED_PERCENT, isRate, parseRate } from '../rates.ts';

const DISCOUNT_TYPES = ['none', 'percentage', 'fixed'] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

/** Whether buyers can use a code now, and why not. */
const PROMO_CODE_STATES = ['active', 'used_up', 'expired', 'disabled'] as const;
export type PromoCodeState = (typeof PROMO_CODE_STATES)[number];

export const promoCode = z.object({
  id: z.number(),
  version: z.number(),
  code: z.string(),
  discountType: z.enum(DISCOUNT_TYPES),
  /** Percent off each ticket, an exact decimal. */
  percentage: z.string().nullable(),
  /** The amount off each ticket, in minor units. */
  amount: z.number().nullable(),
  allTickets: z.boolean(),
  tickets: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Orders that may use it; null has no limit. */
  usageLimit: z.number().nullable(),
  /** `used`: orders that used it. `held`: open orders that hold a use. */
  used: z.number(),
  held: z.number(),
  expiresAt: isoOut.nullable(),
  disabled: z.boolean(),
  state: z.enum(PROMO_CODE_STATES),
  /** Codes that were generated together have the same batch. */
  batch: z.string().nullable(),
  createdAt: isoOut,
});
export type PromoCode = z.output<typeof promoCode>;

export const promoCodeListRules = {
  sorts: ['created_at', 'code', 'used', 'expires_at'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  filters: { state: ['eq', 'in'], discount_type: ['eq', 'in'], batch: ['eq'] },
} as const satisfies ListRules;

const eventId = z.object({ eventId: pathId });
const codeId = z.object({ eventId: pathId, codeId: pathId });

/** The code that buyers type. Upper and lower case are the same. At least three characters of any kind. */
const code = line(LIMITS.promoCodeMax, LIMITS.promoCodeMin).refine(
  (text) => [...text].length >= LIMITS.promoCodeMin,
  { error: 'invalid_format' },
);

/** Percent as an exact decimal with up to four places. */
const percentage = z
  .string()
  .refine(isRate, { error: 'invalid_format' })
  .refine((text) => !isRate(text) || parseRate(text) > 0n, { error: 'invalid_format' })
  .refine((text) => !isRate(text) || parseRate(text) <= HUNDRED_PERCENT, { error: 'too_big' });

const terms = {
  discountType: z.enum(DISCOUNT_TYPES),
  percentage: percentage.nullable(),
  amount: minor.min(1).nullable(),
  allTickets: z.boolean(),
  ticketIds: z.array(id).max(LIMITS.promoCodeTickets),
  usageLimit: z.number().int().min(1).max(LIMITS.quantity).nullable(),
  expiresAt: instant.nullable(),
};

type Terms = z.output<z.ZodObject<typeof terms>>;
const check = <T extends z.ZodType<Terms>>(schema: T) =>
  schema.superRefine((body, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    for (const [field, type] of [
      ['percentage', 'percentage'],
      ['amount', 'fixed'],
    ] as const) {
      if (body.discountType === type && body[field] === null) refuse(field, 'required');
      if (body.discountType !== type && body[field] !== null) refuse(field, 'invalid_choice');
    }
    if (!body.allTickets && body.ticketIds.length === 0) refuse('ticketIds', 'required');
    if (body.allTickets && body.ticketIds.length > 0) refuse('ticketIds', 'invalid_choice');
  });

const fields = { code, ...terms, disabled: z.boolean() };

export const listPromoCodes = endpoint({
  method: 'GET',
  path: '/events/:eventId/promo-codes',
  access: 'promo-codes.read',
  summary:
    'Promo codes of an event with their uses. `filter_fields[state][in]` takes active, used_up, expired, disabled.',
  params: eventId,
  query: listQuery(promoCodeListRules),
  response: page(promoCode),
});

export const getPromoCode = endpoint({
  method: 'GET',
  path: '/events/:eventId/promo-codes/:codeId',
  access: 'promo-codes.read',
  summary: 'One promo code.',
  params: codeId,
  response: single(promoCode),
});

export const createPromoCode = endpoint({
  method: 'POST',
  path: '/events/:eventId/promo-codes',
  access: 'promo-codes.write',
  summary: 'Create a promo code. A discount of type none only opens tickets that are hidden without a code.',
  status: 201,
  params: eventId,
  body: check(z.strictObject(fields)),
  response: single(promoCode),
});

export const updatePromoCode = endpoint({
  method: 'PUT',
  path: '/events/:eventId/promo-codes/:codeId',
  access: 'promo-codes.write',
  summary:
    'Change a promo code. Orders keep what they were made with; a limit below what is used only ends further uses.',
  params: codeId,
  body: check(z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), ...fields })),
  response: single(promoCode),
});

export const deletePromoCode = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/promo-codes/:codeId',
  access: 'promo-codes.write',
  summary: 'Delete a promo code that no order uses. One with uses can be disabled.',
  params: codeId,
});

export const generatePromoCodes = endpoint({
  method: 'POST',
  path: '/events/:eventId/promo-codes/generate',
  access: 'promo-codes.write',
  summary: 'Create up to 10,000 unguessable codes with the same terms, all or none.',
  status: 201,
  params: eventId,
  body: check(
    z.strictObject({
      prefix: line(LIMITS.promoPrefix),
      /** Random characters after the prefix. Letters that look like digits are left out. */
      length: z.number().int().min(LIMITS.promoRandomMin).max(LIMITS.promoRandomMax),
      count: z.number().int().min(1).max(LIMITS.promoBatch),
      ...terms,
    }),
  ),
  response: single(z.object({ batch: z.string(), count: z.number(), example: z.string() })),
});

export const switchPromoCodes = endpoint({
  method: 'POST',
  path: '/events/:eventId/promo-codes/switch',
  access: 'promo-codes.write',
  summary:
    'Disable or enable many codes: those of `ids`, or all that the query finds without `except`. Answers those that changed.',
  params: eventId,
  query: listQuery(promoCodeListRules),
  body: z.strictObject({ disabled: z.boolean(), ...chosenRows }).refine(...namesRows),
  response: chosenRowsReply,
});
