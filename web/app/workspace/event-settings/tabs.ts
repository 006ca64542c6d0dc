import type { SettingsField } from './field-names.ts';

/** The tabs of the settings and the fields on each tab, in display order. */
export const TAB_FIELDS = {
  details: ['title', 'startsAt', 'endsAt', 'timezone', 'currency', 'ticketDates', 'description'],
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
  ],
  email: ['supportEmail', 'emailFooter', 'notifyOrganizer'],
  seo: ['seoTitle', 'seoDescription', 'seoKeywords', 'allowIndexing'],
  other: ['priceDisplay', 'hideGettingStarted', 'showHiddenQuestions'],
} as const satisfies Record<string, readonly SettingsField[]>;

/** Maps a path of the API, such as "location.city", to a field of the form. A step keeps its place: "giveBack.0.percent". */
export const fieldOf = (path: string): string => {
  const parts = path.split('.');
  const steps = parts.indexOf('giveBack');
  return steps === -1 ? (parts.at(-1) ?? path) : parts.slice(steps).join('.');
};

/** Whether one of these fields, or a part of it, stands on a tab. */
export const isOn = (tab: Tab, fields: readonly string[]): boolean =>
  fields.some((field) => (TAB_FIELDS[tab] as readonly string[]).includes(field.split('.')[0] ?? ''));

export type Tab = keyof typeof TAB_FIELDS;
export const TABS = Object.keys(TAB_FIELDS) as Tab[];

/** The tab named in an address, or the first tab if there is no name. Null if the name is unknown. */
export function readTab(section: string | undefined): Tab | null {
  return TABS.find((tab) => tab === (section ?? 'details')) ?? null;
}

/** The first tab that holds one of these fields. */
export function tabOf(fields: readonly string[]): Tab | undefined {
  return TABS.find((tab) => isOn(tab, fields));
}
