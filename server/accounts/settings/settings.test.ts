import { getAccountSettings, updateAccountSettings } from '@entrada/contract/accounts/settings';
import { createEvent, getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { createOrganizer, getOrganizer } from '@entrada/contract/catalog/organizers';
import { createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { expect, test } from 'vitest';
import { buildOrganizer } from '../../catalog/organizers/factory.ts';
import { findNotices } from '../../sales/order-views/notice-queries.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildAccount, buildUserIn } from '../factory.ts';

const app = await buildTestApp();

async function world() {
  const owner = await buildAccount(app.db);
  const { organizerId } = await buildOrganizer(app.db, { accountId: owner.accountId });
  const as = app.as(owner);
  const change = (body: Record<string, unknown>) => as.call(updateAccountSettings, { body: body as never });
  const makeEvent = async () => {
    const reply = await as.call(createEvent, {
      body: {
        title: 'Marea',
        organizerId,
        startsAt: '2027-06-11T16:00:00.000Z',
        endsAt: null,
        timezone: 'Europe/Madrid',
        currency: 'EUR',
      },
    });
    expect(reply.status).toBe(201);
    return reply.body.data;
  };
  return { owner, as, change, makeEvent };
}

test('settings are read, changed with their version, and recorded', async () => {
  const { owner, as, change } = await world();
  const before = (await as.call(getAccountSettings, {})).body.data;
  expect(before).toMatchObject({ version: 1, priceDisplay: 'exclusive', orderTimeoutMinutes: 15 });
  const reply = await change({ version: 1, name: 'Marea', taxId: 'B1', locale: 'de' });
  expect(reply.body.data).toMatchObject({ version: 2, name: 'Marea', taxId: 'B1', locale: 'de' });
  const stale = await change({ version: 1, name: 'Other' });
  expect(stale.status).toBe(409);
  expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', params: { version: 2 } });
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('account_id', '=', owner.accountId)
    .where('target_type', '=', 'account')
    .execute();
  expect(entries).toEqual([
    { action: 'account.updated', after: { name: 'Marea', taxId: 'B1', locale: 'de' } },
  ]);
});

test('a save that changes nothing leaves no trace', async () => {
  const { change, as } = await world();
  const { name } = (await as.call(getAccountSettings, {})).body.data;
  expect((await change({ version: 1, name })).body.data.version).toBe(1);
});

test('new events begin with the defaults, events that exist keep theirs', async () => {
  const { change, makeEvent, as } = await world();
  const old = await makeEvent();
  await change({
    version: 1,
    priceDisplay: 'inclusive',
    orderTimeoutMinutes: 25,
    supportEmail: 'help@example.com',
    emailFooter: '<p>Marea <script>x</script></p>',
  });
  const made = await makeEvent();
  expect(made.settings).toMatchObject({
    priceDisplay: 'inclusive',
    orderTimeoutMinutes: 25,
    supportEmail: 'help@example.com',
    emailFooter: '<p>Marea </p>',
  });
  const kept = await as.call(getEvent, { params: { eventId: String(old.id) } });
  expect(kept.body.data.settings).toMatchObject({ priceDisplay: 'exclusive', orderTimeoutMinutes: 15 });
});

test('a new tax follows the account, or else the custom of its currency', async () => {
  const { change, as } = await world();
  const tax = async () => {
    const body = {
      name: 'VAT',
      type: 'tax',
      calculation: 'percentage',
      rate: '21',
      amount: null,
      currency: null,
    };
    return (await as.call(createTaxOrFee, { body: body as never })).body.data.included;
  };
  expect(await tax()).toBe(true);
  await change({ version: 1, taxesIncluded: false });
  expect(await tax()).toBe(false);
  await change({ version: 2, taxesIncluded: null, currency: 'USD' });
  expect(await tax()).toBe(false);
  await change({ version: 3, taxesIncluded: true });
  expect(await tax()).toBe(true);
});

test('an event without an issuer of its own is invoiced by the business of the account', async () => {
  const { change, makeEvent } = await world();
  const event = await makeEvent();
  await change({ version: 1, legalName: 'Marea S.L.', address: 'Moll 1\nValència', taxId: 'B1' });
  const issuer = async () => (await findNotices(app.db, [event.id])).get(event.id)?.issuer;
  expect(await issuer()).toMatchObject({ issuer: 'Marea S.L.\nMoll 1\nValència', taxId: 'B1' });
  await app.db
    .updateTable('event_settings')
    .set({ invoice_issuer: 'Own', invoice_tax_id: 'B2' })
    .where('event_id', '=', event.id)
    .execute();
  expect(await issuer()).toMatchObject({ issuer: 'Own', taxId: 'B2' });
});

test('only those who manage the account change it', async () => {
  const { owner } = await world();
  for (const [role, reads, writes] of [
    ['admin', 200, 200],
    ['accounts', 200, 403],
    ['organizer', 403, 403],
    ['door_staff', 403, 403],
  ] as const) {
    const as = app.as(await buildUserIn(app.db, owner.accountId, role));
    const read = await as.call(getAccountSettings, {});
    expect(read.status).toBe(reads);
    const body = { version: 1, name: 'Laboratorio Marea' };
    expect((await as.call(updateAccountSettings, { body })).status).toBe(writes);
  }
});

test('what is no setting, or no valid one, is refused by field', async () => {
  const { change } = await world();
  for (const [body, path] of [
    [{ name: '' }, 'name'],
    [{ orderTimeoutMinutes: 0 }, 'orderTimeoutMinutes'],
    [{ supportEmail: 'nobody' }, 'supportEmail'],
    [{ currency: 'XXX' }, 'currency'],
    [{ address: 'x'.repeat(501) }, 'address'],
  ] as const) {
    const reply = await change({ version: 1, ...body });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.[0]?.path).toBe(path);
  }
  expect((await change({ version: 1, account_id: 2 })).status).toBe(422);
});

const DATES = { startsAt: '2027-06-11T16:00:00.000Z', endsAt: null };

test('currency and time zone: the event’s own stand over its organizer’s, those over the account’s', async () => {
  const { as, change } = await world();
  await change({ version: 1, currency: 'GBP', timezone: 'Europe/London' });
  const makeOrganizer = async (own: object) =>
    (await as.call(createOrganizer, { body: { name: 'Brand', email: 'brand@example.com', ...own } })).body
      .data;
  const makeEvent = async (organizerId: number, own: object) =>
    (await as.call(createEvent, { body: { title: 'Marea', organizerId, ...DATES, ...own } })).body.data;
  const ofAccount = await makeOrganizer({});
  expect(ofAccount).toMatchObject({ currency: 'GBP', timezone: 'Europe/London' });
  const ofItself = await makeOrganizer({ currency: 'USD', timezone: 'America/New_York' });
  expect(ofItself).toMatchObject({ currency: 'USD', timezone: 'America/New_York' });
  expect(await makeEvent(ofAccount.id, {})).toMatchObject({ currency: 'GBP', timezone: 'Europe/London' });
  expect(await makeEvent(ofItself.id, {})).toMatchObject({ currency: 'USD', timezone: 'America/New_York' });
  const own = { currency: 'JPY', timezone: 'Asia/Tokyo' };
  const event = await makeEvent(ofItself.id, own);
  expect(event).toMatchObject(own);
  // A default that changes later moves nothing that exists.
  await change({ version: 2, currency: 'CHF', timezone: 'Europe/Zurich' });
  const again = (await as.call(getEvent, { params: { eventId: String(event.id) } })).body.data;
  expect(again).toMatchObject(own);
  expect(
    (await as.call(getOrganizer, { params: { organizerId: String(ofAccount.id) } })).body.data,
  ).toMatchObject({
    currency: 'GBP',
    timezone: 'Europe/London',
  });
});

test.each([
  ['priceDisplay', 'inclusive', 'exclusive', 'inclusive'],
  ['orderTimeoutMinutes', 25, 40, 30],
  ['supportEmail', 'account@example.com', 'event@example.com', 'other@example.com'],
  ['emailFooter', '<p>Account</p>', '<p>Event</p>', '<p>Other</p>'],
] as const)(
  '%s: the event’s own stands over the account’s, which may change',
  async (field, first, own, third) => {
    const { as, change, makeEvent } = await world();
    await change({ version: 1, [field]: first });
    const event = await makeEvent();
    expect(event.settings[field]).toBe(first);
    const params = { eventId: String(event.id) };
    const saved = await as.call(updateEvent, {
      params,
      body: { version: event.version, settings: { [field]: own } } as never,
    });
    expect(saved.body.data.settings[field]).toBe(own);
    // The account's default moves on; the event keeps its own.
    expect((await change({ version: 2, [field]: third })).status).toBe(200);
    expect((await as.call(getEvent, { params })).body.data.settings[field]).toBe(own);
  },
);

test('taxes: what a tax says of itself stands over the account, that over the custom of the currency', async () => {
  const { as, change } = await world();
  const make = async (included?: boolean) => {
    const body = {
      name: 'VAT',
      type: 'tax',
      calculation: 'percentage',
      rate: '21',
      amount: null,
      currency: null,
    };
    const given = { ...body, ...(included !== undefined && { included }) };
    return (await as.call(createTaxOrFee, { body: given as never })).body.data.included;
  };
  expect(await make()).toBe(true);
  await change({ version: 1, taxesIncluded: false });
  expect([await make(), await make(true)]).toEqual([false, true]);
});

test('language: files of the team follow the account, or else its owner', async () => {
  const { as, change, makeEvent, owner } = await world();
  const event = await makeEvent();
  const language = async () => (await findNotices(app.db, [event.id])).get(event.id)?.teamLocale;
  await app.db.updateTable('users').set({ locale: 'fr' }).where('id', '=', owner.userId).execute();
  expect(await language()).toBe('fr');
  await change({ version: 1, locale: 'pt' });
  expect(await language()).toBe('pt');
  await change({ version: 2, locale: null });
  expect(await language()).toBe('fr');
  expect((await as.call(getAccountSettings, {})).body.data.locale).toBeNull();
});
