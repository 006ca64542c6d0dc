import { updateEvent } from '@entrada/contract/catalog/events';
import { describe, expect, it } from 'vitest';
import { readSettings } from './body.ts';
import type { SettingsValues } from './field-names.ts';
import { readTab, TAB_FIELDS, tabOf } from './tabs.ts';
import { changedFields } from './values.ts';

const values: SettingsValues = {
  title: 'Marea',
  startsAt: '2027-06-11T18:00',
  endsAt: '',
  timezone: 'Europe/Madrid',
  currency: 'EUR',
  ticketDates: '',
  description: '',
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
  orderTimeoutMinutes: '15',
  attendeeDetails: 'per_ticket',
  preCheckoutMessage: '',
  postCheckoutMessage: '',
  continueButtonText: '',
  showAvailableCount: false,
  hideIntroduction: false,
  cardPayments: true,
  offlinePayments: false,
  offlineInstructions: '',
  offlineDays: '7',
  invoicing: false,
  invoicePrefix: '',
  creditNotePrefix: 'CN-',
  invoiceIssuer: '',
  invoiceTaxId: '',
  supportEmail: '',
  emailFooter: '',
  notifyOrganizer: true,
  seoTitle: '',
  seoDescription: '',
  seoKeywords: '',
  allowIndexing: true,
  priceDisplay: 'inclusive',
  hideGettingStarted: false,
  showHiddenQuestions: true,
  giveBack: null,
  correctNames: true,
  correctNamesBefore: '0',
  correctNamesUnit: 'hours',
  namesLater: false,
  passOn: true,
  passOnBefore: '0',
  passOnUnit: 'hours',
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

  it('sends what happens to the dates of tickets only with new dates', () => {
    expect(readSettings(base, { ...values, ticketDates: 'keep' }).body).toEqual({ version: 3 });
    const { body } = readSettings(base, { ...values, startsAt: '2027-06-12T18:00', ticketDates: 'keep' });
    expect(body).toEqual({
      version: 3,
      startsAt: '2027-06-12T16:00:00.000Z',
      endsAt: null,
      ticketDates: 'keep',
    });
    expect(updateEvent.body.safeParse(body).success).toBe(true);
  });

  it('says which fields can’t be read', () => {
    const { wrong } = readSettings(base, {
      ...values,
      title: '',
      endsAt: '2027-06-11T17:00',
      orderTimeoutMinutes: '0',
    });
    expect(wrong.map(({ path }) => path)).toEqual(['title', 'orderTimeoutMinutes', 'endsAt']);
  });

  it('sends figures as figures, and everything else of a setting as it is', () => {
    const change = {
      offlineDays: ' 14 ',
      offlinePayments: true,
      seoTitle: 'Marea 2027',
      attendeeDetails: 'per_order',
    } as const;
    const { body } = readSettings(base, { ...values, ...change });
    expect(body).toEqual({ version: 3, settings: { ...change, offlineDays: 14 } });
    expect(updateEvent.body.safeParse(body).success).toBe(true);
  });

  it.each([
    [{ orderTimeoutMinutes: '0' }, 'too_small'],
    [{ orderTimeoutMinutes: '121' }, 'too_big'],
    [{ orderTimeoutMinutes: '1.5' }, 'not_whole'],
    [{ offlineDays: '0', offlinePayments: true }, 'too_small'],
    [{ offlineDays: '61', offlinePayments: true }, 'too_big'],
    [{ offlineDays: '', offlinePayments: true }, 'required'],
    [{ emailFooter: 'x'.repeat(5001) }, 'too_long'],
    [{ postCheckoutMessage: 'x'.repeat(50_001) }, 'too_long'],
  ])('refuses %o', (change, code) => {
    expect(readSettings(base, { ...values, ...change }).wrong).toMatchObject([
      { path: Object.keys(change)[0], code },
    ]);
  });

  it('reads steps with commas, and says at which step a figure is wrong', () => {
    const step = {
      unit: 'days',
      before: '31',
      day: '',
      percent: '33,5',
      keepsFees: true,
      way: 'automatic',
    } as const;
    const read = readSettings(base, { ...values, giveBack: [step] });
    const until = { unit: 'days', before: 31 };
    expect(read.body?.settings?.giveBack).toEqual([
      { until, percent: '33.5', keepsFees: true, way: 'automatic' },
    ]);
    const wrong = readSettings(base, {
      ...values,
      giveBack: [step, { ...step, before: 'x', percent: '' }, { ...step, unit: 'date', day: '' }],
    });
    expect(wrong.wrong.map(({ path }) => path)).toEqual([
      'giveBack.1.percent',
      'giveBack.1.until.before',
      'giveBack.2.until.day',
    ]);
    expect(tabOf(['giveBack.1.percent'])).toBe('payment');
    const same = { ...values, giveBack: [step] };
    expect(changedFields(same, { ...values, giveBack: [{ ...step }] })).toEqual([]);
  });

  it('minds nothing that is hidden with its switch', () => {
    const { body, wrong } = readSettings(base, { ...values, city: 'Gandia', offlineDays: 'x' });
    expect(wrong).toEqual([]);
    expect(body).toEqual({ version: 3, location: { city: 'Gandia' } });
  });

  it('has every field on exactly one tab', () => {
    const fields = Object.values(TAB_FIELDS).flat();
    expect([...fields].sort()).toEqual(Object.keys(values).sort());
    expect(readTab(undefined)).toBe('details');
    expect(readTab('nonsense')).toBeNull();
    expect(tabOf(['seoTitle', 'city'])).toBe('location');
  });

  it('counts changes', () => {
    expect(changedFields(values, { ...values, isOnline: true, title: 'Mar' })).toEqual(['title', 'isOnline']);
  });
});
