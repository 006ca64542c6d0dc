import {
  checkResetToken,
  confirmEmail,
  forgotPassword,
  getMe,
  login,
  resendEmailConfirmation,
  resetPassword,
} from '@entrada/contract/accounts/accounts';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { buildTestApp } from '../test/app.ts';
import { buildAccount, buildSession } from './factory.ts';
import { mailsTo } from './mails-fixture.ts';
import { hashPassword } from './password.ts';

const app = await buildTestApp();
const password = 'a-good-password';
const passwordHash = await hashPassword(password);
const next = 'another-password';

const forget = (email: string) => app.as().call(forgotPassword, { body: { email } });
const reset = (token: string, to = next) =>
  app.as().call(resetPassword, {
    params: { token },
    body: { password: to, passwordConfirmation: to },
  });
const isValid = async (token: string) =>
  (await app.as().call(checkResetToken, { params: { token } })).body.data.valid;
const resetLinks = async (email: string) =>
  (await mailsTo(app, email))
    .filter(({ kind }) => kind === 'reset_password')
    .map((mail) => mail.link('/auth/reset-password/'));

describe('a forgotten password', () => {
  test('is the same work for every address until a job looks it up', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    const [known, unknown] = [email, 'nobody-at-all@example.com'];
    const traces = [];
    for (const address of [known, unknown]) {
      const mark = vi.spyOn(app.database.pool, 'connect');
      expect((await forget(address)).status).toBe(204);
      const calls = mark.mock.calls.length;
      mark.mockRestore();
      const { rows } = await sql<{ n: number }>`
        select (select count(*)::int from app.mails where to_address = ${address})
          + (select count(*)::int from app.user_tokens where email = ${address}) as n`.execute(app.db);
      traces.push({ calls, left: rows[0]?.n });
    }
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]?.left).toBe(0);
    expect(traces[0]?.calls).toBeGreaterThan(0);
    expect(await resetLinks(known)).toHaveLength(1);
    expect(await mailsTo(app, unknown)).toEqual([]);
  });

  test('is replaced with the mailed link, once, and every session ends', async () => {
    const { email, token, userId, accountId } = await buildAccount(app.db, {
      passwordHash,
      emailConfirmed: false,
    });
    const phone = await buildSession(app.db, userId, accountId);
    expect((await forget(email.toUpperCase())).status).toBe(204);
    const [link = ''] = await resetLinks(email);
    expect(await isValid(link)).toBe(true);
    expect((await reset(link)).status).toBe(204);
    for (const session of [token, phone]) {
      expect((await app.as({ token: session }).call(getMe, {})).status).toBe(401);
    }
    expect((await app.as().call(login, { body: { email, password } })).status).toBe(401);
    const signedIn = await app.as().call(login, { body: { email, password: next } });
    expect(signedIn.status).toBe(200);
    // The link came by mail, so the address belongs to the user.
    expect(signedIn.body.data).toMatchObject({ user: { emailConfirmed: true } });
    expect(await isValid(link)).toBe(false);
    const again = await reset(link, 'a-third-password');
    expect(again.status).toBe(410);
    expect(again.problem.code).toBe('LINK_INVALID');
  });

  test('a link is used by one of two who try at once', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    await forget(email);
    const [link = ''] = await resetLinks(email);
    const replies = await Promise.all([reset(link, 'one-password'), reset(link, 'two-password')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 410]);
  });

  test('the answer for an unknown address is the same, and nothing is mailed', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    const known = await forget(email);
    const unknown = await forget('nobody@example.com');
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    expect(await mailsTo(app, 'nobody@example.com')).toEqual([]);
  });

  test('a link works for an hour', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    await forget(email);
    const [link = ''] = await resetLinks(email);
    await app.travel(3599);
    expect(await isValid(link)).toBe(true);
    await app.travel(3661);
    expect(await isValid(link)).toBe(false);
    expect((await reset(link)).status).toBe(410);
    await app.travel(0);
    expect((await app.as().call(login, { body: { email, password } })).status).toBe(200);
  });

  test('a newer link ends an older one', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    await forget(email);
    const [older = ''] = await resetLinks(email);
    await forget(email);
    const [, newer = ''] = await resetLinks(email);
    expect(newer).not.toBe(older);
    expect((await reset(older)).status).toBe(410);
    expect((await reset(newer)).status).toBe(204);
  });

  test('a refused password leaves the link as it is', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    await forget(email);
    const [link = ''] = await resetLinks(email);
    expect((await reset(link, 'x'.repeat(7))).problem.errors).toEqual([
      { path: 'password', code: 'too_short', min: 8 },
    ]);
    expect(await isValid(link)).toBe(true);
  });

  test('a confirmation link resets nothing, and a made-up one neither', async () => {
    const { email, userId, token } = await buildAccount(app.db, { passwordHash, emailConfirmed: false });
    await app.as({ token }).call(resendEmailConfirmation, { params: { userId: String(userId) } });
    const [mail] = await mailsTo(app, email);
    expect((await reset(mail?.link('confirm-email-address/') ?? '')).status).toBe(410);
    expect((await reset('x'.repeat(43))).status).toBe(410);
    expect((await reset('short')).status).toBe(404);
  });

  test('an address is mailed three times an hour at most', async () => {
    const { email } = await buildAccount(app.db, { passwordHash });
    const statuses = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await forget(email)).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
  });
});

describe('confirming an address', () => {
  const newcomer = async () => {
    const user = await buildAccount(app.db, { emailConfirmed: false });
    const client = app.as({ token: user.token });
    const resend = (userId = user.userId) =>
      client.call(resendEmailConfirmation, { params: { userId: String(userId) } });
    const links = async () =>
      (await mailsTo(app, user.email)).map((mail) => mail.link('confirm-email-address/'));
    const isConfirmed = async () => (await client.call(getMe, {})).body.data.emailConfirmed;
    return { ...user, resend, links, isConfirmed };
  };
  const confirm = (userId: number, token: string) =>
    app.as().call(confirmEmail, { params: { userId: String(userId), token } });

  test('needs no session and works once', async () => {
    const user = await newcomer();
    expect((await user.resend()).status).toBe(204);
    const [link = ''] = await user.links();
    expect((await confirm(user.userId, link)).status).toBe(204);
    expect(await user.isConfirmed()).toBe(true);
    const again = await confirm(user.userId, link);
    expect(again.status).toBe(409);
    expect(again.problem.code).toBe('EMAIL_ALREADY_CONFIRMED');
    expect((await user.resend()).problem.code).toBe('EMAIL_ALREADY_CONFIRMED');
  });

  test('not with the link of another user, which stays good for its own', async () => {
    const user = await newcomer();
    const other = await newcomer();
    await user.resend();
    const [link = ''] = await user.links();
    const refused = await confirm(other.userId, link);
    expect(refused.status).toBe(410);
    expect(refused.problem.code).toBe('LINK_INVALID');
    expect(await other.isConfirmed()).toBe(false);
    expect((await confirm(user.userId, link)).status).toBe(204);
    // A used link does not reveal who is confirmed either.
    expect((await confirm(other.userId, link)).problem.code).toBe('LINK_INVALID');
  });

  test('not with an address that has changed since', async () => {
    const user = await newcomer();
    await user.resend();
    const [link = ''] = await user.links();
    await app.db
      .updateTable('users')
      .set({ email: `changed-${user.email}` })
      .where('id', '=', user.userId)
      .execute();
    expect((await confirm(user.userId, link)).problem.code).toBe('LINK_INVALID');
    expect(await user.isConfirmed()).toBe(false);
  });

  test('within seven days, with the newest link only', async () => {
    const user = await newcomer();
    await user.resend();
    await user.resend();
    const [older = '', newer = ''] = await user.links();
    expect((await confirm(user.userId, older)).problem.code).toBe('LINK_INVALID');
    await app.travel(7 * 86_400 + 60);
    expect((await confirm(user.userId, newer)).problem.code).toBe('LINK_INVALID');
    await app.travel(7 * 86_400 - 60);
    expect((await confirm(user.userId, newer)).status).toBe(204);
    await app.travel(0);
  });

  test('a link is sent again to oneself alone, and five times an hour at most', async () => {
    const user = await newcomer();
    const other = await newcomer();
    expect((await user.resend(other.userId)).status).toBe(404);
    const statuses = [];
    for (let round = 0; round < 5; round += 1) statuses.push((await user.resend()).status);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
  });

  test('never by GET', async () => {
    const user = await newcomer();
    await user.resend();
    const [link = ''] = await user.links();
    const reply = await app
      .as()
      .send({ method: 'GET', url: `/api/users/${user.userId}/confirm-email/${link}` });
    expect([404, 405]).toContain(reply.statusCode);
    expect(await user.isConfirmed()).toBe(false);
  });
});
