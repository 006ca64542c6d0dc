import type { EventSettings } from '@entrada/contract/catalog/event-settings';
import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { LIMITS } from '@entrada/contract/constants';
import type { InputOf } from '@entrada/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from './factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const me = app.as(owner);
const newEvent = async (status: 'draft' | 'archived' = 'draft') =>
  String((await buildEvent(app.db, { accountId: owner.accountId, status })).eventId);

type Settings = NonNullable<InputOf<typeof updateEvent>['body']['settings']>;
const save = (eventId: string, settings: Settings, version = 1, client = me) =>
  client.call(updateEvent, { params: { eventId }, body: { version, settings } });

const DEFAULTS: EventSettings = {
  orderTimeoutMinutes: 15,
  attendeeDetails: 'per_ticket',
  preCheckoutMessage: '',
  postCheckoutMessage: '',
  continueButtonText: '',
  showAvailableCount: false,
  hideIntroduction: false,
  cardPayments: true,
  offlinePayments: false,
  offlineInstructions: '',
  offlineDays: 7,
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
  priceDisplay: 'exclusive',
  hideGettingStarted: false,
  showHiddenQuestions: true,
  giveBack: null,
  correctNames: true,
  correctNamesBefore: 0,
  correctNamesUnit: 'hours',
  namesLater: false,
  passOn: true,
  passOnBefore: 0,
  passOnUnit: 'hours',
};

const OTHERS: EventSettings = {
  orderTimeoutMinutes: 30,
  attendeeDetails: 'per_order',
  preCheckoutMessage: '<p>Bring <strong>warm</strong> clothes.</p>',
  postCheckoutMessage: '<h2>See you</h2><ul><li><p>at eight</p></li></ul>',
  continueButtonText: 'Get tickets',
  showAvailableCount: true,
  hideIntroduction: true,
  cardPayments: false,
  offlinePayments: true,
  offlineInstructions: '<p>ES91 2100 0418 4502 0005 1332</p>',
  offlineDays: 14,
  invoicing: true,
  invoicePrefix: 'MAR-2027/',
  creditNotePrefix: 'MAR-C/',
  invoiceIssuer: 'Marea S. L.\nMoll de la Duana 1\n46024 València',
  invoiceTaxId: 'B12345678',
  supportEmail: 'hola@example.com',
  emailFooter: '<p>Follow us at <a href="https://example.org" rel="noopener">example.org</a></p>',
  notifyOrganizer: false,
  seoTitle: 'Marea 2027',
  seoDescription: 'Three days by the sea.',
  seoKeywords: 'music, sea',
  allowIndexing: false,
  priceDisplay: 'inclusive',
  hideGettingStarted: true,
  showHiddenQuestions: false,
  giveBack: [
    { until: { unit: 'date', day: '2026-12-01' }, percent: '99.5', keepsFees: false, way: 'automatic' },
    { until: { unit: 'hours', before: 36 }, percent: '50', keepsFees: true, way: 'asked' },
  ],
  correctNames: true,
  correctNamesBefore: 7,
  correctNamesUnit: 'days',
  namesLater: true,
  passOn: false,
  passOnBefore: 2,
  passOnUnit: 'days',
};

test('an event begins with sensible settings, and every one can be changed and stays', async () => {
  const eventId = await newEvent();
  expect((await me.call(getEvent, { params: { eventId } })).body.data.settings).toEqual(DEFAULTS);
  const saved = await save(eventId, OTHERS);
  expect(saved.body.data.settings).toEqual(OTHERS);
  expect((await me.call(getEvent, { params: { eventId } })).body.data).toMatchObject({
    version: 2,
    settings: OTHERS,
  });
  const one = await save(eventId, { offlineDays: 15 }, 2);
  expect(one.body.data.settings).toEqual({ ...OTHERS, offlineDays: 15 });
});

test('a change is recorded and raises the version of the catalogue', async () => {
  const eventId = await newEvent();
  const version = async () =>
    (
      await app.db
        .selectFrom('events')
        .select('catalog_version')
        .where('id', '=', Number(eventId))
        .executeTakeFirstOrThrow()
    ).catalog_version;
  const before = await version();
  await save(eventId, { cardPayments: false, seoTitle: 'New' });
  expect(await version()).toBeGreaterThan(before);
  const entry = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'event.updated')
    .where('target_id', '=', Number(eventId))
    .executeTakeFirstOrThrow();
  expect([entry.before, entry.after]).toEqual([
    { cardPayments: true, seoTitle: '' },
    { cardPayments: false, seoTitle: 'New' },
  ]);
});

const html = (length: number) => `<p>${'a'.repeat(length - 7)}</p>`;

describe('limits', () => {
  test.each<[string, Settings, Settings, { code: string; min?: number; max?: number }]>([
    ['minutes below', { orderTimeoutMinutes: 1 }, { orderTimeoutMinutes: 0 }, { code: 'too_small', min: 1 }],
    [
      'minutes above',
      { orderTimeoutMinutes: 120 },
      { orderTimeoutMinutes: 121 },
      { code: 'too_big', max: 120 },
    ],
    ['days below', { offlineDays: 1 }, { offlineDays: 0 }, { code: 'too_small', min: 1 }],
    ['days above', { offlineDays: 60 }, { offlineDays: 61 }, { code: 'too_big', max: 60 }],
    [
      'before checkout',
      { preCheckoutMessage: html(LIMITS.message) },
      { preCheckoutMessage: html(LIMITS.message + 1) },
      { code: 'too_long', max: 50_000 },
    ],
    [
      'after checkout',
      { postCheckoutMessage: html(LIMITS.message) },
      { postCheckoutMessage: html(LIMITS.message + 1) },
      { code: 'too_long', max: 50_000 },
    ],
    [
      'how to pay',
      { offlineInstructions: html(LIMITS.message) },
      { offlineInstructions: html(LIMITS.message + 1) },
      { code: 'too_long', max: 50_000 },
    ],
    [
      'footer',
      { emailFooter: html(LIMITS.emailFooter) },
      { emailFooter: html(LIMITS.emailFooter + 1) },
      { code: 'too_long', max: 5000 },
    ],
    [
      'button',
      { continueButtonText: 'x'.repeat(40) },
      { continueButtonText: 'x'.repeat(41) },
      { code: 'too_long', max: 40 },
    ],
    ['title', { seoTitle: 'x'.repeat(150) }, { seoTitle: 'x'.repeat(151) }, { code: 'too_long', max: 150 }],
    [
      'short description',
      { seoDescription: 'x'.repeat(500) },
      { seoDescription: 'x'.repeat(501) },
      { code: 'too_long', max: 500 },
    ],
    [
      'keywords',
      { seoKeywords: 'x'.repeat(500) },
      { seoKeywords: 'x'.repeat(501) },
      { code: 'too_long', max: 500 },
    ],
    [
      'prefix',
      { invoicePrefix: 'x'.repeat(20) },
      { invoicePrefix: 'x'.repeat(21) },
      { code: 'too_long', max: 20 },
    ],
    [
      'letters of a prefix',
      { invoicePrefix: 'Ñ/2027._-' },
      { invoicePrefix: 'A\\B' },
      { code: 'invalid_characters' },
    ],
    [
      'issuer',
      { invoiceIssuer: 'x'.repeat(500) },
      { invoiceIssuer: 'x'.repeat(501) },
      { code: 'too_long', max: 500 },
    ],
    [
      'tax number',
      { invoiceTaxId: 'x'.repeat(50) },
      { invoiceTaxId: 'x'.repeat(51) },
      { code: 'too_long', max: 50 },
    ],
    ['support address', { supportEmail: '' }, { supportEmail: 'hola' }, { code: 'invalid_email' }],
  ])('%s', async (_, accepted, refused, error) => {
    const eventId = await newEvent();
    const [field = ''] = Object.keys(refused);
    const bad = await save(eventId, refused);
    expect(bad.status).toBe(422);
    expect(bad.problem.errors).toEqual([{ path: `settings.${field}`, ...error }]);
    const good = await save(eventId, accepted);
    expect(good.status).toBe(200);
    expect(good.body.data.settings).toEqual({ ...DEFAULTS, ...accepted });
  });

  test('the limit of a formatted text counts its cleaned form, which may be longer', async () => {
    const reply = await save(await newEvent(), { emailFooter: '<'.repeat(2000) });
    expect(reply.problem.errors).toEqual([{ path: 'settings.emailFooter', code: 'too_long', max: 5000 }]);
  });

  test.each([
    { offlineDays: 7.5 },
    { offlineDays: '7' },
    { priceDisplay: 'both' },
    { attendeeDetails: 'nobody' },
    { hideIntroduction: 'yes' },
    { seoTitle: null },
    { colour: 'red' },
  ])('%o is refused', async (settings) => {
    const reply = await save(await newEvent(), settings as unknown as Settings);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]?.path).toBe(`settings.${Object.keys(settings)[0]}`);
  });
});

test.each(['preCheckoutMessage', 'postCheckoutMessage', 'offlineInstructions', 'emailFooter'] as const)(
  '%s keeps what is safe, and empty is empty',
  async (field) => {
    const eventId = await newEvent();
    const hostile =
      '<p onclick="x()">Hola <b>tú</b><script>alert(1)</script><img src=x onerror=alert(1)></p><a href="javascript:alert(1)">a</a>';
    const saved = await save(eventId, { [field]: hostile });
    expect(saved.body.data.settings[field]).toBe('<p>Hola <strong>tú</strong></p><a rel="noopener">a</a>');
    const emptied = await save(eventId, { [field]: '<p> </p><p><br></p>' }, 2);
    expect(emptied.body.data.settings[field]).toBe('');
  },
);

test('line breaks become spaces, and spaces around a value are removed', async () => {
  const settings = { seoTitle: ' Marea\n2027 ', invoiceTaxId: ' B1 ', invoiceIssuer: ' Marea\nMoll 1 ' };
  const saved = await save(await newEvent(), settings);
  expect(saved.body.data.settings).toMatchObject({
    seoTitle: 'Marea 2027',
    invoiceTaxId: 'B1',
    invoiceIssuer: 'Marea\nMoll 1',
  });
});

test('an outdated form, an archived event, a stranger and nobody change nothing', async () => {
  const eventId = await newEvent();
  await save(eventId, { seoTitle: 'First' });
  const late = await save(eventId, { seoTitle: 'Second' }, 1);
  expect(late.problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
  expect((await save(eventId, { seoTitle: 'x' }, 2, app.as(stranger))).status).toBe(404);
  expect((await save(eventId, { seoTitle: 'x' }, 2, app.as())).status).toBe(401);
  const archived = await save(await newEvent('archived'), { seoTitle: 'x' });
  expect(archived.problem.code).toBe('EVENT_ARCHIVED');
  expect((await me.call(getEvent, { params: { eventId } })).body.data).toMatchObject({
    version: 2,
    settings: { seoTitle: 'First' },
  });
  const helper = app.as(await buildUserIn(app.db, owner.accountId, 'organizer'));
  expect((await save(eventId, { seoTitle: 'Third' }, 2, helper)).status).toBe(200);
});
