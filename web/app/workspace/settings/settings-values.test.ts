import { updateEvent } from '@entrada/contract/events';
import { describe, expect, it } from 'vitest';
import { changedFields, readSettings, type SettingsValues } from './settings-values.ts';

const values: SettingsValues = {
  title: 'Marea',
  startsAt: '2027-06-11T18:00',
  endsAt: '',
  timezone: 'Europe/Madrid',
  description: '',
  priceDisplay: 'inclusive',
  orderTimeoutMinutes: '15',
  showAvailableCount: false,
  isOnline: false,
  onlineDetails: '',
  venueName: 'La Marina',
  addressLine1: '',
  addressLine2: '',
  city: 'València',
  region: '',
  postalCode: '',
  country: 'ES',
  mapUrl: '',
};
const base = { values, version: 3 };

describe('event settings', () => {
  it('sends only what changed', () => {
    const { body } = readSettings(base, { ...values, city: 'Gandia', orderTimeoutMinutes: '20' });
    expect(body).toEqual({ version: 3, location: { city: 'Gandia' }, settings: { orderTimeoutMinutes: 20 } });
    expect(updateEvent.body.safeParse(body).success).toBe(true);
  });

  it('keeps the clock when the zone changes', () => {
    const { body } = readSettings(base, { ...values, timezone: 'Atlantic/Canary' });
    expect(body).toEqual({
      version: 3,
      timezone: 'Atlantic/Canary',
      startsAt: '2027-06-11T17:00:00.000Z',
      endsAt: null,
    });
  });

  it('says which fields can’t be read', () => {
    const { wrong } = readSettings(base, {
      ...values,
      title: '',
      endsAt: '2027-06-11T17:00',
      orderTimeoutMinutes: '0',
    });
    expect(wrong.map(({ path }) => path)).toEqual(['title', 'endsAt', 'orderTimeoutMinutes']);
  });

  it('counts changes', () => {
    expect(changedFields(values, { ...values, isOnline: true, title: 'Mar' })).toEqual(['title', 'isOnline']);
  });
});
