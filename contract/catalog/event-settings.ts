import { z } from 'zod';
import { LIMITS, OFFLINE_DAYS, ORDER_TIMEOUT } from '../constants.ts';
import { email, line, text } from '../fields.ts';
import { GIVE_BACK_BEFORE, GIVE_BACK_UNITS, giveBackSteps, stepsOut } from './policies/give-back.ts';

const ATTENDEE_DETAILS = ['per_ticket', 'per_order'] as const;
export const PRICE_DISPLAYS = ['inclusive', 'exclusive'] as const;

/** The settings that are rich text. They are sanitized when they are saved. */
export const RICH_SETTINGS = [
  'preCheckoutMessage',
  'postCheckoutMessage',
  'offlineInstructions',
  'emailFooter',
] as const;

/** The settings of an event without its location and its design, in the groups of the settings screen. */
export const eventSettings = z.object({
  orderTimeoutMinutes: z.number(),
  attendeeDetails: z.enum(ATTENDEE_DETAILS),
  /** Rich text above the form of the buyer's details. */
  preCheckoutMessage: z.string(),
  /** Rich text for a completed order, on its page and in its mail. */
  postCheckoutMessage: z.string(),
  /** Empty for the default label in the reader's language. */
  continueButtonText: z.string(),
  showAvailableCount: z.boolean(),
  /** The public page starts with its tickets, below a line with title, date and place. */
  hideIntroduction: z.boolean(),
  cardPayments: z.boolean(),
  offlinePayments: z.boolean(),
  /** Rich text: how and where to pay. */
  offlineInstructions: z.string(),
  /** Days until the payment is due. */
  offlineDays: z.number(),
  invoicing: z.boolean(),
  invoicePrefix: z.string(),
  creditNotePrefix: z.string(),
  /** Name and address on several lines; empty for the organizer's name. */
  invoiceIssuer: z.string(),
  invoiceTaxId: z.string(),
  supportEmail: z.string(),
  /** Rich text under every mail of the event. */
  emailFooter: z.string(),
  notifyOrganizer: z.boolean(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  seoKeywords: z.string(),
  allowIndexing: z.boolean(),
  priceDisplay: z.enum(PRICE_DISPLAYS),
  hideGettingStarted: z.boolean(),
  showHiddenQuestions: z.boolean(),
  /** The event's own steps by which buyers give tickets back; none: they cannot. Null: the organizer's count. */
  giveBack: stepsOut.nullable(),
  /** Whether buyers may correct names and addresses of attendees, until when, and whether they may fill them in later. */
  correctNames: z.boolean(),
  correctNamesBefore: z.number(),
  correctNamesUnit: z.enum(GIVE_BACK_UNITS),
  namesLater: z.boolean(),
  /** Whether buyers may pass tickets on to other people, and until when. */
  passOn: z.boolean(),
  passOnBefore: z.number(),
  passOnUnit: z.enum(GIVE_BACK_UNITS),
});
export type EventSettings = z.output<typeof eventSettings>;

/** Part of the number and the file name of every invoice, or every credit note. */
const numberPrefix = line(LIMITS.invoicePrefix).refine((value) => /^[\p{L}\p{N}._/-]*$/u.test(value), {
  error: 'invalid_characters',
});

/** Days or hours before the start. */
const before = z.number().int().min(GIVE_BACK_BEFORE.min).max(GIVE_BACK_BEFORE.max);

export const eventSettingsInput = z.strictObject({
  orderTimeoutMinutes: z.number().int().min(ORDER_TIMEOUT.minMinutes).max(ORDER_TIMEOUT.maxMinutes),
  attendeeDetails: z.enum(ATTENDEE_DETAILS),
  preCheckoutMessage: text(LIMITS.message),
  postCheckoutMessage: text(LIMITS.message),
  continueButtonText: line(LIMITS.continueButtonText),
  showAvailableCount: z.boolean(),
  hideIntroduction: z.boolean(),
  cardPayments: z.boolean(),
  offlinePayments: z.boolean(),
  offlineInstructions: text(LIMITS.message),
  offlineDays: z.number().int().min(OFFLINE_DAYS.min).max(OFFLINE_DAYS.max),
  invoicing: z.boolean(),
  invoicePrefix: numberPrefix,
  creditNotePrefix: numberPrefix,
  invoiceIssuer: text(LIMITS.invoiceIssuer),
  invoiceTaxId: line(LIMITS.invoiceTaxId),
  supportEmail: z.union([z.literal(''), email]),
  emailFooter: text(LIMITS.emailFooter),
  notifyOrganizer: z.boolean(),
  seoTitle: line(LIMITS.seoTitle),
  seoDescription: line(LIMITS.seoDescription),
  seoKeywords: line(LIMITS.seoKeywords),
  allowIndexing: z.boolean(),
  priceDisplay: z.enum(PRICE_DISPLAYS),
  hideGettingStarted: z.boolean(),
  showHiddenQuestions: z.boolean(),
  giveBack: giveBackSteps.nullable(),
  correctNames: z.boolean(),
  correctNamesBefore: before,
  correctNamesUnit: z.enum(GIVE_BACK_UNITS),
  namesLater: z.boolean(),
  passOn: z.boolean(),
  passOnBefore: before,
  passOnUnit: z.enum(GIVE_BACK_UNITS),
} satisfies Record<keyof EventSettings, z.ZodType>);
