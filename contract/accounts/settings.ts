import { z } from 'zod';
import { PRICE_DISPLAYS } from '../catalog/event-settings.ts';
import { LIMITS, LOCALES, ORDER_TIMEOUT } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { currency, email, line, pathId, text, timezone } from '../fields.ts';
import { editableImage, imageChange } from '../images.ts';

export const accountSettings = z.object({
  version: z.number(),
  name: z.string(),
  /** Of the business that sells. Invoices carry the three where an event has no issuer of its own. */
  legalName: z.string(),
  /** In lines. */
  address: z.string(),
  taxId: z.string(),
  /** What new organizers begin with. */
  currency: z.string(),
  timezone: z.string(),
  /** Everybody of the account signs in with a second factor. */
  requiresSecondFactor: z.boolean(),
  /** The rest is what new events begin with. */
  priceDisplay: z.enum(PRICE_DISPLAYS),
  orderTimeoutMinutes: z.number(),
  /** Empty for the organizer's address. */
  supportEmail: z.string(),
  /** Rich text under every mail. */
  emailFooter: z.string(),
  /** Whether a new tax is included in prices. Null: by the custom of its currency. */
  taxesIncluded: z.boolean().nullable(),
  /** The language of files and mails that the account gets. Null: its owner's. */
  locale: z.enum(LOCALES).nullable(),
});
export type AccountSettings = z.output<typeof accountSettings>;

export const getAccountSettings = endpoint({
  method: 'GET',
  path: '/account/settings',
  access: 'account.read',
  summary: 'The account of this session, and what its new events begin with.',
  response: single(accountSettings),
});

export const updateAccountSettings = endpoint({
  method: 'PUT',
  path: '/account/settings',
  access: 'account.manage',
  summary:
    'Change the account. `version` must be the one that was read; otherwise 409 STALE_VERSION. Events and invoices that exist keep what they have.',
  body: z.strictObject({
    version: z.number().int().min(1).max(2_147_483_647),
    name: line(LIMITS.name, 1).optional(),
    legalName: line(LIMITS.invoiceName).optional(),
    address: text(LIMITS.invoiceAddress).optional(),
    taxId: line(LIMITS.invoiceTaxId).optional(),
    currency: currency.optional(),
    timezone: timezone.optional(),
    requiresSecondFactor: z.boolean().optional(),
    priceDisplay: z.enum(PRICE_DISPLAYS).optional(),
    orderTimeoutMinutes: z
      .number()
      .int()
      .min(ORDER_TIMEOUT.minMinutes)
      .max(ORDER_TIMEOUT.maxMinutes)
      .optional(),
    supportEmail: z.union([z.literal(''), email]).optional(),
    emailFooter: text(LIMITS.emailFooter).optional(),
    taxesIncluded: z.boolean().nullable().optional(),
    locale: z.enum(LOCALES).nullable().optional(),
  }),
  response: single(accountSettings),
});

const image = z.object({ imageId: pathId });

export const listAccountImages = endpoint({
  method: 'GET',
  path: '/account/images',
  access: 'account.read',
  summary: 'The logo of the account, with the whole upload and the part that is shown.',
  response: z.object({ data: z.array(editableImage) }),
});

export const uploadAccountImage = endpoint({
  method: 'POST',
  path: '/account/images',
  access: 'account.manage',
  summary:
    'Upload a logo (multipart: image, type=ACCOUNT_LOGO, and edit, a JSON text of the body of the PUT below). JPEG, PNG or WebP by content, under 5 MB; replaces the logo.',
  status: 201,
  multipart: 'ACCOUNT_LOGO',
  response: single(editableImage),
});

export const updateAccountImage = endpoint({
  method: 'PUT',
  path: '/account/images/:imageId',
  access: 'account.manage',
  summary: 'Crop a logo again from its upload, move its focal point, or describe it.',
  params: image,
  body: imageChange,
  response: single(editableImage),
});

export const deleteAccountImage = endpoint({
  method: 'DELETE',
  path: '/account/images/:imageId',
  access: 'account.manage',
  summary: 'Remove a logo.',
  params: image,
});
