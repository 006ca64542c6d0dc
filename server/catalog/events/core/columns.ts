import type { EventSettings } from '@entrada/contract/catalog/event-settings';
import type { Location } from '@entrada/contract/catalog/events';

/** The column of event_settings for each field of a location. */
export const LOCATION_COLUMNS = {
  isOnline: 'is_online',
  onlineDetails: 'online_details',
  venueName: 'venue_name',
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  city: 'city',
  region: 'region',
  postalCode: 'postal_code',
  country: 'country',
  mapUrl: 'map_url',
} as const satisfies Record<keyof Location, string>;

/** The column of event_settings for each setting. */
export const SETTING_COLUMNS = {
  orderTimeoutMinutes: 'order_timeout_minutes',
  attendeeDetails: 'attendee_details',
  preCheckoutMessage: 'pre_checkout_message',
  postCheckoutMessage: 'post_checkout_message',
  continueButtonText: 'continue_button_text',
  showAvailableCount: 'show_available_count',
  hideIntroduction: 'hide_introduction',
  cardPayments: 'card_payments',
  offlinePayments: 'offline_payments',
  offlineInstructions: 'offline_instructions',
  offlineDays: 'offline_days',
  invoicing: 'invoicing',
  invoicePrefix: 'invoice_prefix',
  creditNotePrefix: 'credit_note_prefix',
  invoiceIssuer: 'invoice_issuer',
  invoiceTaxId: 'invoice_tax_id',
  supportEmail: 'support_email',
  emailFooter: 'email_footer',
  notifyOrganizer: 'notify_organizer',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  seoKeywords: 'seo_keywords',
  allowIndexing: 'allow_indexing',
  priceDisplay: 'price_display',
  hideGettingStarted: 'hide_getting_started',
  showHiddenQuestions: 'show_hidden_questions',
  giveBack: 'give_back_steps',
  correctNames: 'correct_names',
  correctNamesBefore: 'correct_names_before',
  correctNamesUnit: 'correct_names_unit',
  namesLater: 'names_later',
  passOn: 'pass_on',
  passOnBefore: 'pass_on_before',
  passOnUnit: 'pass_on_unit',
} as const satisfies Record<keyof EventSettings, string>;

type SettingColumn = (typeof SETTING_COLUMNS)[keyof EventSettings];

/** The settings from the row that holds them. What the columns allow is what the contract allows. */
export function settingsOf(row: Record<SettingColumn, unknown>): EventSettings {
  return Object.fromEntries(
    Object.entries(SETTING_COLUMNS).map(([field, column]) => [field, row[column]]),
  ) as EventSettings;
}

type Given<T> = { [K in keyof T]?: T[K] | undefined };

function rename(
  given: Record<string, unknown>,
  columns: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) =>
      given[field] === undefined ? [] : [[column, asColumn(given[field])]],
    ),
  );
}

/** A list is stored as JSON. */
const asColumn = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);

/** The columns of event_settings that a change names. */
export function settingColumns(change: {
  location?: Given<Location> | undefined;
  settings?: Given<EventSettings> | undefined;
}) {
  return {
    ...rename(change.location ?? {}, LOCATION_COLUMNS),
    ...rename(change.settings ?? {}, SETTING_COLUMNS),
  };
}
