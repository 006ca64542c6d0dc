import type { Location } from '@entrada/contract/events';

export type EventSettingsInput = {
  orderTimeoutMinutes: number;
  attendeeDetails: 'per_ticket' | 'per_order';
  priceDisplay: 'inclusive' | 'exclusive';
  showAvailableCount: boolean;
  supportEmail: string;
};

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

export const SETTING_COLUMNS = {
  orderTimeoutMinutes: 'order_timeout_minutes',
  attendeeDetails: 'attendee_details',
  priceDisplay: 'price_display',
  showAvailableCount: 'show_available_count',
  supportEmail: 'support_email',
} as const satisfies Record<keyof EventSettingsInput, string>;

type Given<T> = { [K in keyof T]?: T[K] | undefined };

function rename(
  given: Record<string, unknown>,
  columns: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) =>
      given[field] === undefined ? [] : [[column, given[field]]],
    ),
  );
}

/** The columns of event_settings that a change names. */
export function settingColumns(change: {
  location?: Given<Location> | undefined;
  settings?: Given<EventSettingsInput> | undefined;
}) {
  return {
    ...rename(change.location ?? {}, LOCATION_COLUMNS),
    ...rename(change.settings ?? {}, SETTING_COLUMNS),
  };
}
