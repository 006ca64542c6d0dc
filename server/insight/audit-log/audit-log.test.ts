import { inviteUsers } from '@entrada/contract/accounts/team';
import { createTaxOrFee, deleteTaxOrFee, updateTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { auditLogPath, getAuditChoices, listAuditEntries } from '@entrada/contract/insight/audit-log';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTicket } from '../../catalog/tickets/factory.ts';
import { buildTestApp } from '../../test/app.ts';

const app = await buildTestApp();
const { db } = app;

const VAT = {
  name: 'VAT',
  type: 'tax',
  calculation: 'percentage',
  rate: '21',
  amount: null,
  currency: null,
  included: false,
  isDefault: false,
} as const;

async function office() {
  const account = await buildAccount(db);
  const owner = app.as({ token: account.token });
  const read = async (query: object = {}) => (await owner.call(listAuditEntries, { query })).body;
  return { ...account, owner, read };
}

/** Writes entries about an event, as many changes would. */
const fill = (of: { accountId: number; eventId: number }, n: number) =>
  sql`insert into app.audit_entries (account_id, action, target_type, target_id, before, after, at)
    select ${of.accountId}, 'event.updated', 'event', ${of.eventId}, jsonb_build_object('city', i), jsonb_build_object('city', i + 1),
      '2026-03-01T00:00:00Z'::timestamptz + i * interval '1 hour'
    from generate_series(1, ${sql.lit(n)}) i`.execute(db);

test('who made, changed and deleted a record is told with its name, before and after', async () => {
  const { owner, read, accountId } = await office();
  const made = (await owner.call(createTaxOrFee, { body: VAT })).body.data;
  const params = { taxOrFeeId: String(made.id) };
  const changed = await owner.call(updateTaxOrFee, {
    params,
    body: { ...VAT, rate: '10', version: made.version },
  });
  expect(changed.status).toBe(200);
  expect((await read({ kind: 'tax_or_fee' })).data[0]?.record.name).toBe('VAT');
  expect((await owner.call(deleteTaxOrFee, { params })).status).toBe(204);
  const { data, next } = await read({ kind: 'tax_or_fee', record: String(made.id) });
  expect(next).toBeNull();
  expect(data.map(({ action }) => action)).toEqual([
    'tax_or_fee.deleted',
    'tax_or_fee.updated',
    'tax_or_fee.created',
  ]);
  expect(data[0]?.record).toEqual({ type: 'tax_or_fee', id: made.id, name: 'VAT', eventId: null });
  expect(data[1]?.changed.map(({ field }) => field)).toEqual(['rate']);
  expect(data[2]?.changed).toContainEqual({ field: 'name', from: null, to: 'VAT' });
  const member = await sql<{
    user_id: number;
  }>`select user_id from app.memberships where account_id = ${accountId}`.execute(db);
  expect(data.every(({ by }) => by?.id === member.rows[0]?.user_id)).toBe(true);
});

test('pages follow one another by key without a gap or a repetition', async () => {
  const { accountId, read } = await office();
  const { eventId } = await buildEvent(db, { accountId });
  await fill({ accountId, eventId }, 25);
  const seen: number[] = [];
  let before: number | null = null;
  do {
    const page = await read({ limit: '10', ...(before && { before: String(before) }) });
    seen.push(...page.data.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  expect(seen).toHaveLength(25);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
});

test('dates narrow it: the first is included, the last is not', async () => {
  const { accountId, read } = await office();
  const { eventId } = await buildEvent(db, { accountId });
  await fill({ accountId, eventId }, 5);
  const { data } = await read({ from: '2026-03-01T02:00:00Z', to: '2026-03-01T04:00:00Z' });
  expect(data.map(({ at }) => at)).toEqual(['2026-03-01T03:00:00.000Z', '2026-03-01T02:00:00.000Z']);
  expect(data[0]?.record.eventId).toBe(eventId);
});

test('another account reads none of it, not even by person or record', async () => {
  const one = await office();
  const other = await office();
  const { eventId } = await buildEvent(db, { accountId: one.accountId });
  await fill({ accountId: one.accountId, eventId }, 3);
  expect((await other.read({ kind: 'event', record: String(eventId) })).data).toEqual([]);
  expect((await other.read()).data).toEqual([]);
  expect((await one.read()).data).toHaveLength(3);
});

test('accounts reads it; an organizer, and whoever reaches only some events, does not', async () => {
  const { accountId, owner } = await office();
  const status = async () => (await owner.call(listAuditEntries, { query: {} })).status;
  const become = (role: string, limited = false) =>
    sql`update app.memberships set role = ${role}, limited = ${limited} where account_id = ${accountId}`.execute(
      db,
    );
  await become('accounts');
  expect(await status()).toBe(200);
  await become('accounts', true);
  expect(await status()).toBe(403);
  await become('organizer');
  expect(await status()).toBe(403);
});

test('a record is asked for with its kind', async () => {
  const { owner } = await office();
  const refused = await owner.call(listAuditEntries, { query: { record: '1' } });
  expect(refused.status).toBe(422);
});

test('a page of a long log is read by an index, not sorted', async () => {
  const { accountId } = await office();
  const { eventId } = await buildEvent(db, { accountId });
  await fill({ accountId, eventId }, 20_000);
  await sql`analyze app.audit_entries`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select e.id from app.audit_entries e
    where e.account_id = ${accountId} order by e.id desc limit 51`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toContain('Sort');
  expect(plan).toContain('audit_entries_');
});

test('an entry is told in the language of its reader, with money and times as they are written there', async () => {
  const { accountId, userId, read } = await office();
  const { eventId } = await buildEvent(db, { accountId });
  await sql`insert into app.audit_entries (account_id, user_id, action, target_type, target_id, before, after) values
    (${accountId}, ${userId}, 'event.updated', 'event', ${eventId},
      '{"startsAt": "2027-06-11T16:00:00.000Z", "showAvailableCount": false, "internal": 1}',
      '{"startsAt": "2027-06-12T16:00:00.000Z", "showAvailableCount": true, "internal": 2}'),
    (${accountId}, null, 'refund.opened', 'event', ${eventId}, null, '{"amount": 1250}')`.execute(db);
  await sql`update app.users set locale = 'de' where id = ${userId}`.execute(db);
  const { data } = await read({ kind: 'event' });
  expect(data.map(({ words }) => words)).toEqual([
    {
      what: 'Erstattung gestartet',
      kind: 'Veranstaltung',
      changes: [{ name: 'Betrag', from: null, to: '12,50\u00a0€' }],
    },
    {
      what: 'Geändert',
      kind: 'Veranstaltung',
      changes: [
        {
          name: 'Beginn',
          from: 'Freitag, 11. Juni 2027, 18:00 (MESZ)',
          to: 'Samstag, 12. Juni 2027, 18:00 (MESZ)',
        },
        { name: 'Anzeigen, wie viele Tickets übrig sind', from: 'Nein', to: 'Ja' },
      ],
    },
  ]);
  expect(data[1]?.changed.map(({ field }) => field)).toContain('internal');
});

test('tickets and people are named, also one that was deleted', async () => {
  const { owner, read, accountId } = await office();
  const { eventId } = await buildEvent(db, { accountId });
  const { ticketId } = await buildTicket(db, { accountId, eventId, name: 'Balcony' });
  await sql`insert into app.audit_entries (account_id, action, target_type, target_id, after) values
    (${accountId}, 'promo_code.updated', 'promo_code', 1, jsonb_build_object('tickets', jsonb_build_array(${ticketId}::bigint, 999999999)))`.execute(
    db,
  );
  const { data } = await read({ kind: 'promo_code' });
  expect(data[0]?.words.changes).toEqual([{ name: 'Tickets', from: null, to: 'Balcony, deleted: 1' }]);
  const choices = (await owner.call(getAuditChoices, {})).body.data;
  expect(choices.people).toHaveLength(1);
  expect(choices.hasMore).toBe(false);
  expect(choices.kinds).toContainEqual({ kind: 'promo_code', name: 'Promo code' });
});

test('the filter offers a hundred people, finds the others by name or address, and keeps who is chosen', async () => {
  const { owner, accountId } = await office();
  for (let i = 1; i <= 150; i += 1)
    await buildUserIn(db, accountId, 'organizer', { firstName: 'Álvaro', lastName: `Núñez ${i}` });
  const choices = async (query: { search?: string; person?: string }) =>
    (await owner.call(getAuditChoices, { query })).body.data;
  const first = await choices({});
  expect([first.people.length, first.hasMore]).toEqual([100, true]);
  const found = await choices({ search: 'alvaro NUNEZ 149' });
  expect([found.people.map(({ name }) => name), found.hasMore]).toEqual([['Álvaro Núñez 149'], false]);
  const [one] = found.people;
  const byAddress = await choices({ search: 'nunez 77', person: String(one?.id) });
  expect(byAddress.people.map(({ name }) => name)).toEqual(['Álvaro Núñez 149', 'Álvaro Núñez 77']);
});

test('whom an invitation limits to events is told with their names', async () => {
  const { owner, read, accountId } = await office();
  const { eventId } = await buildEvent(db, { accountId, title: 'Marea 2027' });
  const body = {
    emails: ['limited@example.com'],
    role: 'organizer' as const,
    reach: { eventIds: [eventId], organizerIds: [] },
    note: '',
  };
  expect((await owner.call(inviteUsers, { body })).status).toBe(201);
  const { data } = await read({ kind: 'invitation' });
  expect(data[0]?.words.changes).toContainEqual({ name: 'Events', from: 'All events', to: 'Marea 2027' });
});

test('the fields of an entry stand as its form has them: the start before the end', async () => {
  const { read, accountId } = await office();
  const { eventId } = await buildEvent(db, { accountId });
  await sql`insert into app.audit_entries (account_id, action, target_type, target_id, after) values
    (${accountId}, 'event.updated', 'event', ${eventId}, '{"timezone":"Europe/Madrid","endsAt":"2030-05-01T21:00:00.000Z","city":"Vigo","startsAt":"2030-05-01T18:00:00.000Z","title":"A"}')`.execute(
    db,
  );
  const { data } = await read({ kind: 'event', record: String(eventId) });
  expect(data[0]?.words.changes.map(({ name }) => name)).toEqual([
    'Title',
    'Starts',
    'Ends',
    'Time zone',
    'City',
  ]);
});

test('the file has a row for each changed field, by the same filter, and says who took it', async () => {
  const { accountId, owner, read } = await office();
  const { eventId } = await buildEvent(db, { accountId });
  await fill({ accountId, eventId }, 450);
  const file = await owner.send({ method: 'GET', url: `/api${auditLogPath('csv')}?kind=event` });
  expect(file.statusCode).toBe(200);
  const lines = file.body.trimEnd().split('\r\n');
  expect(lines).toHaveLength(451);
  expect(lines[0]).toContain('Time');
  expect(lines[1]).toContain('City');
  expect((await read({ kind: 'account' })).data[0]?.action).toBe('audit_log.exported');
  const sheet = await owner.send({ method: 'GET', url: `/api${auditLogPath('xlsx')}` });
  expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  const refused = await owner.send({ method: 'GET', url: `/api${auditLogPath('csv')}?record=1` });
  expect(refused.statusCode).toBe(422);
});
