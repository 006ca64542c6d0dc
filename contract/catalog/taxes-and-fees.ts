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

/**
 * Currencies of places where the price that is shown to a consumer holds every tax. EUR, CZK, DKK, HUF, PLN, RON, SEK,
 * NOK, ISK: Directive 98/6/EC, Art. 2(a), in the EU and the EEA. GBP: Price Marking Order 2004. CHF: ordinance on
 * indicating prices (PBV), Art. 4. AUD: Australian Consumer Law, s 48. NZD: Fair Trading Act 1986. JPY: Consumption Tax
 * Act, Art. 63. BRL: Law 12.741/2012. MXN: federal consumer protection law, Art. 7 Bis. ZAR: VAT Act 1991, s 65.
 */
const INCLUDED: ReadonlySet<string> = new Set([
  'AUD',
  'BRL',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HUF',
  'ISK',
  'JPY',
  'MXN',
  'NOK',
  'NZD',
  'PLN',
  'RON',
  'SEK',
  'ZAR',
]);

/**
 * Whether a tax is customarily part of the prices in this currency. A new tax then starts as included, and new tickets
 * with a price get it.
 */
export const taxesAreIncluded = (currency: string): boolean => INCLUDED.has(currency);

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

const newFields = {
  ...fields,
  /** Absent: for a tax as is the custom in its currency, or in that of the account; false for a fee. */
  included: fields.included.optional(),
  isDefault: fields.isDefault.optional(),
};

type TaxOrFeeInput = z.output<z.ZodObject<typeof newFields>>;
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
  summary:
    'Create a tax or fee. It is attached to no ticket yet. Where prices customarily hold every tax, as in the euro zone, a new tax is included and added to new tickets unless the body says otherwise.',
  status: 201,
  body: check(z.strictObject(newFields)),
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
