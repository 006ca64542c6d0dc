import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe, login, updateMe } from '@entrada/contract/accounts/accounts';
import {
  changePassword,
  confirmIdentity,
  endOtherSessions,
  endSession,
  getSecurity,
} from '@entrada/contract/accounts/security';
import { ZONE_HEADER } from '@entrada/contract/accounts/zone-header';
import { expect, test } from 'vitest';
import { buildPlacesFile } from '../../platform/places/mmdb-fixture.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildAccount, buildSession } from '../factory.ts';
import { mailsTo } from '../mails-fixture.ts';
import { hashPassword } from '../password.ts';
import { forgetExpired } from '../sessions.ts';

const app = await buildTestApp();
const password = 'a-good-password';
const passwordHash = await hashPassword(password);
const next = 'quite-another-password';
const statusOf = async (token: string) => (await app.as({ token }).call(getMe, {})).status;

test('a password is changed with the current one; other sessions end and the user is told', async () => {
  const user = await buildAccount(app.db, { passwordHash });
  const other = await buildSession(app.db, user.userId, user.accountId);
  const client = app.as({ token: user.token });
  const change = (currentPassword: string, to: string, again = to) =>
    client.call(changePassword, { body: { currentPassword, password: to, passwordConfirmation: again } });
  expect((await change('wrong', next)).problem.code).toBe('WRONG_PASSWORD');
  expect((await change(password, 'password123')).problem.errors).toEqual([
    { path: 'password', code: 'breached_password' },
  ]);
  expect((await change(password, next, `${next}!`)).problem.errors).toEqual([
    { path: 'passwordConfirmation', code: 'must_match' },
  ]);
  expect(await statusOf(other)).toBe(200);
  expect((await change(password, next)).status).toBe(204);
  expect([await statusOf(user.token), await statusOf(other)]).toEqual([200, 401]);
  const signIn = (given: string) => app.as().call(login, { body: { email: user.email, password: given } });
  expect([(await signIn(password)).status, (await signIn(next)).status]).toEqual([401, 200]);
  expect((await mailsTo(app, user.email)).map(({ subject }) => subject)).toEqual([
    'Your password was changed',
  ]);
  expect((await client.call(getSecurity, {})).body.data.passwordChangedAt).not.toBeNull();
});

test('sessions are listed with device and place, this one first; each ends alone, or all others', async () => {
  const user = await buildAccount(app.db, { passwordHash });
  const body = { email: user.email, password };
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
    [ZONE_HEADER]: 'Atlantic/Canary',
  };
  const opened = await app.as({ address: '2001:db8:1:2::5' }).call(login, { body }, { headers });
  const laptop = opened.cookies['entrada_session'] ?? '';
  const phone = await buildSession(app.db, user.userId, user.accountId);
  const client = app.as({ token: laptop });
  const { sessions } = (await client.call(getSecurity, {})).body.data;
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({
    isCurrent: true,
    browser: 'Firefox',
    system: 'Linux',
    kind: 'computer',
    place: { kind: 'zone', zone: 'Atlantic/Canary' },
    isNewPlace: false,
  });
  const params = { sessionId: String(sessions.find((one) => !one.isCurrent)?.id) };
  const stranger = app.as({ token: (await buildAccount(app.db)).token });
  expect((await stranger.call(endSession, { params })).status).toBe(404);
  expect((await client.call(endSession, { params })).status).toBe(204);
  expect((await client.call(endSession, { params })).status).toBe(404);
  expect((await client.call(getSecurity, {})).body.data.sessions).toHaveLength(2);
  expect((await client.call(endOtherSessions, {})).status).toBe(204);
  expect([await statusOf(phone), await statusOf(user.token), await statusOf(laptop)]).toEqual([
    401, 401, 200,
  ]);
});

test('a place is new if one signed in before, and not from there within 90 days', async () => {
  const { email, userId } = await buildAccount(app.db, { passwordHash });
  const signInFrom = async (zone: string | null, address = '8.8.8.8') => {
    const headers: Record<string, string> = zone === null ? {} : { [ZONE_HEADER]: zone };
    const client = app.as({ address });
    await client.call(login, { body: { email, password } }, { headers });
    const { sessions } = (await client.call(getSecurity, {})).body.data;
    return [sessions[0]?.place, sessions[0]?.isNewPlace];
  };
  const day = 86_400;
  const [madrid, lisbon] = ['Europe/Madrid', 'Europe/Lisbon'];
  expect(await signInFrom(madrid)).toEqual([{ kind: 'zone', zone: madrid }, false]);
  expect(await signInFrom(lisbon)).toEqual([{ kind: 'zone', zone: lisbon }, true]);
  expect(await signInFrom(lisbon)).toEqual([{ kind: 'zone', zone: lisbon }, false]);
  expect(await signInFrom(madrid, '192.168.1.7')).toEqual([{ kind: 'local' }, true]);
  expect(await signInFrom(null)).toEqual([null, false]);
  await app.travel(89 * day);
  expect(await signInFrom(madrid)).toEqual([{ kind: 'zone', zone: madrid }, false]);
  await app.travel(91 * day);
  expect(await signInFrom(lisbon)).toEqual([{ kind: 'zone', zone: lisbon }, true]);
  // After months away only the last place is known, so that nobody from elsewhere passes for the first ever.
  await app.travel(400 * day);
  await forgetExpired(app.db);
  const kept = await app.db.selectFrom('user_places').select('place').where('user_id', '=', userId).execute();
  expect(kept).toEqual([{ place: { kind: 'zone', zone: lisbon } }]);
  expect(await signInFrom(madrid)).toEqual([{ kind: 'zone', zone: madrid }, true]);
  await app.travel(0);
  const addresses = await app.db
    .selectFrom('sessions')
    .select('address')
    .where('user_id', '=', userId)
    .execute();
  expect(new Set(addresses.map(({ address }) => address))).toEqual(new Set(['']));
});

test('the file of the installation names country and city', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entrada-places-'));
  const placesFile = join(folder, 'places.mmdb');
  const valencia = { country: { iso_code: 'ES' }, city: { names: { en: 'València' } } };
  await writeFile(placesFile, buildPlacesFile({ '85.84.0.0/16': valencia }));
  const placed = await buildTestApp({ config: { placesFile } });
  const { email } = await buildAccount(placed.db, { passwordHash });
  const client = placed.as({ address: '85.84.1.2' });
  await client.call(login, { body: { email, password } }, { headers: { [ZONE_HEADER]: 'Asia/Tokyo' } });
  expect((await client.call(getSecurity, {})).body.data.sessions[0]?.place).toEqual({
    kind: 'address',
    country: 'ES',
    city: 'València',
  });
  await rm(folder, { recursive: true });
});

test('a stolen session ends nobody else’s: after ten minutes it has to show who it is', async () => {
  const user = await buildAccount(app.db, { passwordHash });
  const other = await buildSession(app.db, user.userId, user.accountId);
  const client = app.as({ token: user.token });
  await app.travel(601);
  expect((await client.call(endOtherSessions, {})).problem.code).toBe('IDENTITY_UNCONFIRMED');
  expect((await client.call(confirmIdentity, { body: { password: 'guess' } })).problem.code).toBe(
    'WRONG_PASSWORD',
  );
  expect((await client.call(endOtherSessions, {})).problem.code).toBe('IDENTITY_UNCONFIRMED');
  await app.travel(0);
  expect(await statusOf(other)).toBe(200);
});

test('one’s own time zone is kept, and can be that of the account again', async () => {
  const client = app.as({ token: (await buildAccount(app.db)).token });
  expect((await client.call(getMe, {})).body.data.timezone).toBeNull();
  const set = async (timezone: string | null) => client.call(updateMe, { body: { timezone } });
  expect((await set('Atlantic/Canary')).body.data.timezone).toBe('Atlantic/Canary');
  expect((await set('Mars/Olympus')).problem.errors).toEqual([
    { path: 'timezone', code: 'invalid_timezone' },
  ]);
  expect((await set(null)).body.data.timezone).toBeNull();
});
