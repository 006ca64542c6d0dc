import { getAccountSettings, updateAccountSettings } from '@entrada/contract/accounts/settings';
import { createEvent, getEvent } from '@entrada/contract/catalog/events';
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
