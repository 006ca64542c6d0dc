import {
  getMe,
  listMyAccounts,
  login,
  logout,
  switchAccount,
  updateMe,
} from '@entrada/contract/accounts/accounts';
import { describe, expect, test } from 'vitest';
import { xsrfToken } from '../platform/http/session.ts';
import { buildTestApp } from '../test/app.ts';
import { TEST_SECRET } from '../test/secret.ts';
import { buildAccount, buildSession, buildUserIn } from './factory.ts';
import { hashPassword } from './password.ts';

const app = await buildTestApp();
const password = 'a-good-password';
const passwordHash = await hashPassword(password);
const json = { 'content-type': 'application/json' };

const signIn = (email: string, more: { password?: string; accountId?: number } = {}) =>
  app.as().call(login, { body: { email, password, ...more } });

describe('login', () => {
  test('by email in any spelling', async () => {
    const { email, userId } = await buildAccount(app.db, { passwordHash });
    const reply = await signIn(` ${email.toUpperCase()} `);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ status: 'signed_in', user: { id: userId, email } });
  });

  test('a wrong password, an unknown address and a user without a password are told apart by nothing', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    const { email: without } = await buildAccount(app.db);
    const replies = [
      await signIn(email, { password: 'a-good-passwore' }),
      await signIn('nobody@example.com'),
      await signIn(without),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect({ ...reply.problem, requestId: '' }).toEqual({ ...replies[0]?.problem, requestId: '' });
      expect(reply.problem.code).toBe('WRONG_CREDENTIALS');
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  test('after five wrong tries there are pauses, from anywhere, which say how long they are and end', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    for (let round = 0; round < 5; round += 1) {
      expect((await signIn(email, { password: 'wrong' })).status).toBe(401);
    }
    // Each wrong try doubles the pause. On a slow machine the first pauses may be over before the next try.
    let reply = await signIn(email.toUpperCase(), { password: 'wrong' });
    for (let round = 0; round < 10 && reply.status === 401; round += 1) {
      reply = await signIn(email.toUpperCase(), { password: 'wrong' });
    }
    expect(reply.status).toBe(429);
    const seconds = Number(reply.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(reply.problem).toMatchObject({ code: 'RATE_LIMITED', params: { retryAfter: seconds } });
    await expect.poll(async () => (await signIn(email)).status, { timeout: 20_000 }).toBe(200);
    expect((await signIn(email, { password: 'wrong' })).status).toBe(401);
  });

  test('a right password gives the tries back', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    for (let round = 0; round < 3; round += 1) {
      await signIn(email, { password: 'wrong' });
      await signIn(email, { password: 'wrong' });
      expect((await signIn(email)).status).toBe(200);
    }
  });

  test('with several accounts they are listed, and one is chosen', async () => {
    const first = await buildAccount(app.db, { passwordHash, name: 'Alpha' });
    const second = await buildAccount(app.db, { name: 'Beta' });
    await app.db
      .insertInto('memberships')
      .values({ account_id: second.accountId, user_id: first.userId, role: 'organizer' })
      .execute();
    const asked = await signIn(first.email);
    expect(asked.body.data).toEqual({
      status: 'choose_account',
      pending: expect.any(String),
      accounts: [
        { id: first.accountId, name: 'Alpha', role: 'owner' },
        { id: second.accountId, name: 'Beta', role: 'organizer' },
      ],
    });
    expect(asked.headers['set-cookie']).toBeUndefined();
    expect(asked.headers['x-auth-token']).toBeUndefined();
    const chosen = await signIn(first.email, { accountId: second.accountId });
    expect(chosen.body.data).toMatchObject({ status: 'signed_in', user: { role: 'organizer' } });
    const foreign = await buildAccount(app.db);
    expect((await signIn(first.email, { accountId: foreign.accountId })).status).toBe(404);
  });

  test('not without an active account', async () => {
    const { email, userId } = await buildAccount(app.db, { passwordHash });
    await app.db
      .updateTable('memberships')
      .set({ status: 'inactive' })
      .where('user_id', '=', userId)
      .execute();
    const reply = await signIn(email);
    expect(reply.status).toBe(403);
    expect(reply.problem.code).toBe('ACCOUNT_INACTIVE');
  });
});

describe('the session', () => {
  test('is a cookie out of reach of scripts, with an XSRF cookie beside it, and a bearer for others', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    const reply = await app.as().send({
      method: 'POST',
      url: '/api/auth/login',
      headers: json,
      payload: JSON.stringify({ email, password }),
    });
    const cookies = Object.fromEntries(reply.cookies.map((cookie) => [cookie.name, cookie]));
    expect(cookies['entrada_session']).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookies['entrada_session']?.secure).toBeUndefined();
    expect(cookies['XSRF-TOKEN']).toMatchObject({ sameSite: 'Lax', path: '/' });
    expect(cookies['XSRF-TOKEN']?.httpOnly).toBeUndefined();
    const token = String(reply.headers['x-auth-token']);
    expect(token).toBe(cookies['entrada_session']?.value);
    expect((await app.as({ bearer: token }).call(getMe, {})).status).toBe(200);
  });

  test('a change by cookie needs the XSRF header of this session', async () => {
    const { token } = await buildAccount(app.db);
    const other = await buildAccount(app.db);
    const change = (headers: Record<string, string>) =>
      app.app.inject({
        method: 'PUT',
        url: '/api/users/me',
        headers: { ...json, ...headers },
        cookies: { entrada_session: token },
        payload: JSON.stringify({ firstName: 'Forged' }),
      });
    const headersToTry: Record<string, string>[] = [
      {},
      { 'x-xsrf-token': '' },
      { 'x-xsrf-token': 'wrong' },
      { 'x-xsrf-token': xsrfToken(TEST_SECRET, other.token) },
    ];
    for (const headers of headersToTry) {
      const reply = await change(headers);
      expect(reply.statusCode).toBe(403);
      expect(reply.json().code).toBe('XSRF_MISMATCH');
    }
    expect((await change({ 'x-xsrf-token': xsrfToken(TEST_SECRET, token) })).statusCode).toBe(200);
    const bearer = await app.app.inject({
      method: 'PUT',
      url: '/api/users/me',
      headers: { ...json, authorization: `Bearer ${token}` },
      payload: JSON.stringify({ firstName: 'Iria' }),
    });
    expect(bearer.json().data.firstName).toBe('Iria');
  });

  test('ends at once when it is ended, and takes the cookies along', async () => {
    const { token } = await buildAccount(app.db);
    const client = app.as({ token });
    expect((await client.call(logout, {})).status).toBe(204);
    expect(client.jar['entrada_session']).toBeUndefined();
    expect((await app.as({ token }).call(getMe, {})).status).toBe(401);
    expect((await app.as({ bearer: token }).call(getMe, {})).status).toBe(401);
  });

  test('of a browser ends when somebody signs in there anew, and no other session does', async () => {
    const before = await buildAccount(app.db);
    const { email } = await buildAccount(app.db, { passwordHash });
    const elsewhere = await buildSession(app.db, before.userId, before.accountId);
    const browser = app.as({ token: before.token });
    expect((await browser.call(login, { body: { email, password } })).status).toBe(200);
    expect(browser.jar['entrada_session']).not.toBe(before.token);
    expect((await browser.call(getMe, {})).body.data.email).toBe(email);
    expect((await app.as({ token: before.token }).call(getMe, {})).status).toBe(401);
    expect((await app.as({ token: elsewhere }).call(getMe, {})).status).toBe(200);
  });

  test('ends with the membership, on the next request', async () => {
    const { accountId } = await buildAccount(app.db);
    const { token, userId } = await buildUserIn(app.db, accountId, 'admin');
    expect((await app.as({ token }).call(getMe, {})).status).toBe(200);
    const set = (status: 'active' | 'inactive') =>
      app.db.updateTable('memberships').set({ status }).where('user_id', '=', userId).execute();
    await set('inactive');
    expect((await app.as({ token }).call(getMe, {})).status).toBe(401);
    await set('active');
    expect((await app.as({ token }).call(getMe, {})).status).toBe(200);
  });

  test('lasts thirty days', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    const { body } = await signIn(email);
    const bearer = body.data.status === 'signed_in' ? body.data.token : '';
    await app.travel(30 * 86_400 - 60);
    expect((await app.as({ bearer }).call(getMe, {})).status).toBe(200);
    await app.travel(30 * 86_400 + 60);
    expect((await app.as({ bearer }).call(getMe, {})).status).toBe(401);
    await app.travel(0);
  });
});

describe('several accounts', () => {
  test('a session moves to another account of the same user and to no other', async () => {
    const home = await buildAccount(app.db, { name: 'Home' });
    const guest = await buildAccount(app.db, { name: 'Guest' });
    const foreign = await buildAccount(app.db, { name: 'Foreign' });
    await app.db
      .insertInto('memberships')
      .values({ account_id: guest.accountId, user_id: home.userId, role: 'admin' })
      .execute();
    const client = app.as({ token: await buildSession(app.db, home.userId, home.accountId) });
    const listed = await client.call(listMyAccounts, {});
    expect(listed.body.data).toMatchObject([
      { name: 'Guest', role: 'admin', current: false },
      { name: 'Home', role: 'owner', current: true },
    ]);
    for (const accountId of [foreign.accountId, 999_999]) {
      const refused = await client.call(switchAccount, { body: { accountId } });
      expect(refused.status).toBe(404);
    }
    const moved = await client.call(switchAccount, { body: { accountId: guest.accountId } });
    expect(moved.body.data).toMatchObject({ account: { name: 'Guest' }, role: 'admin' });
    expect((await client.call(getMe, {})).body.data.account.name).toBe('Guest');
  });

  test('not to one where the membership is not active', async () => {
    const home = await buildAccount(app.db);
    const guest = await buildAccount(app.db);
    await app.db
      .insertInto('memberships')
      .values({ account_id: guest.accountId, user_id: home.userId, role: 'admin', status: 'inactive' })
      .execute();
    const reply = await app
      .as({ token: home.token })
      .call(switchAccount, { body: { accountId: guest.accountId } });
    expect(reply.status).toBe(404);
  });
});

describe('own data', () => {
  test('name and language change, the rest does not', async () => {
    const { token } = await buildAccount(app.db);
    const client = app.as({ token });
    const reply = await client.call(updateMe, {
      body: { firstName: ' Uxía ', lastName: '', locale: 'pt-br' },
    });
    expect(reply.body.data).toMatchObject({ firstName: 'Uxía', lastName: '', locale: 'pt-br' });
    expect((await client.call(updateMe, { body: {} })).body.data.firstName).toBe('Uxía');
    const refused = await client.call(updateMe, { body: { firstName: '' } });
    expect(refused.problem.errors).toEqual([{ path: 'firstName', code: 'required' }]);
  });
});

test('what cannot be read is refused as a problem document', async () => {
  const client = app.as();
  const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
    client.send({ method: 'POST', url: '/api/auth/login', headers, payload });
  const body = (email: string) => JSON.stringify({ email, password });
  const replies = [
    [400, await post('{"email":')],
    [400, await post('')],
    [415, await post('email=a', { 'content-type': 'application/x-www-form-urlencoded' })],
    [415, await post('<email/>', { 'content-type': 'application/xml' })],
    [413, await post(body('x'.repeat(110_000)))],
    [422, await post(body('a\u0000@example.com'))],
    [422, await post('[]')],
    [422, await post(JSON.stringify({ email: ['a@example.com'], password: { $ne: '' } }))],
  ] as const;
  for (const [status, reply] of replies) {
    expect(reply.statusCode, reply.body).toBe(status);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.json()).toMatchObject({ status, code: expect.any(String), requestId: expect.any(String) });
  }
});

test('with https the cookie belongs to this host alone and travels by https only', async () => {
  const secure = await buildTestApp({ config: { baseUrl: 'https://tickets.example.org' } });
  const { email } = await buildAccount(secure.db, { passwordHash });
  const reply = await secure.as().send({
    method: 'POST',
    url: '/api/auth/login',
    headers: json,
    payload: JSON.stringify({ email, password }),
  });
  const session = reply.cookies.find(({ name }) => name === '__Host-entrada_session');
  expect(session).toMatchObject({ secure: true, httpOnly: true, path: '/', sameSite: 'Lax' });
  expect(session?.domain).toBeUndefined();
  expect(reply.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.secure).toBe(true);
});
