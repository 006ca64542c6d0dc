import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { currency, line, minor, pathId } from '../fields.ts';
import { chosenRows, chosenRowsReply, type ListRules, listQuery, namesRows, page } from '../list.ts';
import { HUNDRED_PERCENT, isRate, parseRate } from '../rates.ts';
import { taxOrFee } from './tickets.ts';

/** A tax or fee of an account. */
const accountTaxOrFee = taxOrFee.extend({
  version: z.number(),
  /** The currency of a fixed amount: only events in this currency can use it. Null for percentages. */
  currency: z.string().nullable(),
  isDefault: z.boolean(),
  /** How many tickets have it. */
  tickets: z.number(),
});
export type AccountTaxOrFee = z.output<typeof accountTaxOrFee>;

export const taxOrFeeListRules = {
  sorts: ['name', 'created_at'],
  defaultSort: { by: 'created_at', direction: 'asc' },
  filters: { type: ['eq', 'in'], is_default: ['eq'] },
} as const satisfies ListRules;

const taxOrFeeParams = z.object({ taxOrFeeId: pathId });

/** Percent as an exact decimal: at most three digits before the point and four after it. */
const rate = z
  .string()
  .refine(isRate, { error: 'invalid_format' })
  .refine((text) => !isRate(text) || parseRate(text) <= HUNDRED_PERCENT, { error: 'too_big' });

const fields = {
  name: line(LIMITS.name, 1),
  type: z.enum(['tax', 'fee']),
  calculation: z.enum(['percentage', 'fixed']),
  /** Set for a percentage; null when fixed. */
  rate: rate.nullable(),
  /** Minor units for each ticket, in `currency`. Both are null for a percentage. */
  amount: minor.nullable(),
  currency: currency.nullable(),
  /** Taxes only: included in the price instead of added to it. */
  included: z.boolean(),
  /** New tickets with a price get it automatically. */
  isDefault: z.boolean(),
};

type TaxOrFeeInput = z.output<z.ZodObject<typeof fields>>;
const check = <T extends z.ZodType<TaxOrFeeInput>>(schema: T) =>
  schema.superRefine((body, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const isFixed = body.calculation === 'fixed';
    if (!isFixed && body.rate === null) refuse('rate', 'required');
    if (isFixed && body.rate !== null) refuse('rate', 'invalid_choice');
    for (const field of ['amount', 'currency'] as const) {
      if (isFixed && body[field] === null) refuse(field, 'required');
      if (!isFixed && body[field] !== null) refuse(field, 'invalid_choice');
    }
    if (body.type === 'fee' && body.included) refuse('included', 'invalid_choice');
  });

export const listTaxesAndFees = endpoint({
  method: 'GET',
  path: '/taxes-and-fees',
  access: 'taxes.read',
  summary: 'Taxes and fees of the account, each with how many tickets carry it.',
  query: listQuery(taxOrFeeListRules),
  response: page(accountTaxOrFee),
});

export const getTaxOrFee = endpoint({
  method: 'GET',
  path: '/taxes-and-fees/:taxOrFeeId',
  access: 'taxes.read',
  summary: 'One tax or fee.',
  params: taxOrFeeParams,
  response: single(accountTaxOrFee),
});

export const createTaxOrFee = endpoint({
  method: 'POST',
  path: '/taxes-and-fees',
  access: 'taxes.manage',
  summary: 'Create a tax or fee. It is attached to no ticket yet.',
  status: 201,
  body: check(z.strictObject(fields)),
  response: single(accountTaxOrFee),
});

export const updateTaxOrFee = endpoint({
  method: 'PUT',
  path: '/taxes-and-fees/:taxOrFeeId',
  access: 'taxes.manage',
  summary:
    'Change a tax or fee, and with it what every ticket that carries it costs from now on. Orders keep what they were made with.',
  params: taxOrFeeParams,
  body: check(z.strictObject({ version: z.number().int().min(1).max(2_147_483_647), ...fields })),
  response: single(accountTaxOrFee),
});

export const deleteTaxOrFee = endpoint({
  method: 'DELETE',
  path: '/taxes-and-fees/:taxOrFeeId',
  access: 'taxes.manage',
  summary: 'Delete a tax or fee and take it off every ticket. Orders keep what they were made with.',
  params: taxOrFeeParams,
});

/** The actions on many taxes and fees at once. */
const TAX_OR_FEE_ACTIONS = ['add_to_new_tickets', 'leave_off_new_tickets', 'delete'] as const;
export type TaxOrFeeAction = (typeof TAX_OR_FEE_ACTIONS)[number];

export const changeTaxesAndFees = endpoint({
  method: 'POST',
  path: '/taxes-and-fees/bulk',
  access: 'taxes.manage',
  summary:
    'Add many taxes and fees to new tickets or leave them off, or delete them and take them off every ticket: those of `ids`, or all that the query finds without `except`.',
  query: listQuery(taxOrFeeListRules),
  body: z.strictObject({ action: z.enum(TAX_OR_FEE_ACTIONS), ...chosenRows }).refine(...namesRows),
  response: chosenRowsReply,
});
