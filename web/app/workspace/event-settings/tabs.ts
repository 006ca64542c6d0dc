import type { SettingsField } from './field-names.ts';

/** The tabs of the settings and the fields on each tab, in display order. */
export const TAB_FIELDS = {
  details: ['title', 'startsAt', 'endsAt', 'timezone', 'ticketDates', 'description'],
  location: [
    'isOnline',
    'onlineDetails',
    'venueName',
    'addressLine1',
    'addressLine2',
    'city',
    'postalCode',
    'region',
    'country',
    'mapUrl',
  ],
  checkout: [
    'hideIntroduction',
    'showAvailableCount',
    'continueButtonText',
    'preCheckoutMessage',
    'attendeeDetails',
    'orderTimeoutMinutes',
    'postCheckoutMessage',
    'correctNames',
    'correctNamesBefore',
    'correctNamesUnit',
    'namesLater',
    'passOn',
    'passOnBefore',
    'passOnUnit',
  ],
  payment: [
    'cardPayments',
    'offlinePayments',
    'offlineInstructions',
    'offlineDays',
    'invoicing',
    'invoiceIssuer',
    'invoiceTaxId',
    'invoicePrefix',
    'creditNotePrefix',
    'giveBack',
    'giveBackBefore',
    'giveBackUnit',
    'giveBackPercent',
    'giveBackKeepsFees',
  ],
  email: ['supportEmail', 'emailFooter', 'notifyOrganizer'],
  seo: ['seoTitle', 'seoDescription', 'seoKeywords', 'allowIndexing'],
  other: ['priceDisplay', 'hideGettingStarted', 'showHiddenQuestions'],
} as const satisfies Record<string, readonly SettingsField[]>;

/** Maps a path of the API, such as "location.city", to a field of the form. */
export const fieldOf = (path: string): string => path.split('.').at(-1) ?? path;

export type Tab = keyof typeof TAB_FIELDS;
export const TABS = Object.keys(TAB_FIELDS) as Tab[];

/** The tab named in an address, or the first tab if there is no name. Null if the name is unknown. */
export function readTab(section: string | undefined): Tab | null {
  return TABS.find((tab) => tab === (section ?? 'details')) ?? null;
}

/** The first tab that holds one of these fields. */
export function tabOf(fields: readonly string[]): Tab | undefined {
  return TABS.find((tab) => TAB_FIELDS[tab].some((field) => fields.includes(field)));
}
