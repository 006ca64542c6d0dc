import { forgotPassword, getMe, login, resetPassword } from '@entrada/contract/accounts/accounts';
import {
  beginApp,
  confirmApp,
  confirmIdentity,
  getSecurity,
  removeApp,
  renewRecoveryCodes,
  resetFactors,
} from '@entrada/contract/accounts/security';
import { chooseAccount, signInWithCode } from '@entrada/contract/accounts/sign-in';
import { listEvents } from '@entrada/contract/catalog/events';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { buildAccount, buildSession, buildUserIn } from '../factory.ts';
import { mailsTo } from '../mails-fixture.ts';
import { hashPassword } from '../password.ts';

const app = await buildTestApp();
const password = 'a-good-password';
const passwordHash = await hashPassword(password);

/** A second implementation shows the codes, as somebody's phone does. */
const phone = (key: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  return (offSeconds = 0) => totp.generate({ timestamp: Date.now() + offSeconds * 1000 });
};
async function withApp() {
  const user = await buildAccount(app.db, { passwordHash });
  const client = app.as({ token: user.token });
  const begun = await client.call(beginApp, {});
  const code = phone(begun.body.data.key);
  // The step before, so that the code of now is still unused.
  const confirmed = await client.call(confirmApp, { body: { code: code(-30) } });
  expect(confirmed.status, JSON.stringify(confirmed.problem)).toBe(200);
  return { ...user, client, code, recoveryCodes: confirmed.body.data.recoveryCodes ?? [] };
}
async function firstStep(email: string, given = password) {
  const reply = await app.as().call(login, { body: { email, password: given } });
  expect(reply.body.data.status).toBe('second_factor');
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect(reply.headers['x-auth-token']).toBeUndefined();
  return reply.body.data.status === 'second_factor' ? reply.body.data.pending : '';
}
const secondStep = (pending: string, code: string, accountId?: number) =>
  app.as().call(signInWithCode, { body: { pending, code, ...(accountId !== undefined && { accountId }) } });

describe('the second step', () => {
  test('a code of the app opens the session, and only it does', async () => {
    const { email, code, userId } = await withApp();
    const pending = await firstStep(email);
    expect((await app.as({ bearer: pending }).call(getMe, {})).status).toBe(401);
    const reply = await secondStep(pending, ` ${code().slice(0, 3)} ${code().slice(3)} `);
    expect(reply.body.data).toMatchObject({ status: 'signed_in', user: { id: userId } });
    expect((await secondStep(pending, code(30))).problem.code).toBe('LOGIN_EXPIRED');
  });

  test('a code works once', async () => {
    const { email, code } = await withApp();
    const typed = code();
    expect((await secondStep(await firstStep(email), typed)).status).toBe(200);
    expect((await secondStep(await firstStep(email), typed)).problem.code).toBe('CODE_USED');
  });

  test('of two calls with one code at once, one succeeds', async () => {
    const { email, code } = await withApp();
    const [one, two] = [await firstStep(email), await firstStep(email)];
    const typed = code();
    const replies = await Promise.all([secondStep(one, typed), secondStep(two, typed)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('a clock two minutes off is told so, one 30 seconds off is not', async () => {
    const { email, code } = await withApp();
    for (const off of [-120, 120]) {
      const reply = await secondStep(await firstStep(email), code(off));
      expect(reply.problem.code).toBe('CLOCK_WRONG');
    }
    expect((await secondStep(await firstStep(email), code(30))).status).toBe(200);
  });

  test('a recovery code works once, in any spelling, and its use is mailed', async () => {
    const { email, recoveryCodes, client } = await withApp();
    const [first = ''] = recoveryCodes;
    expect((await secondStep(await firstStep(email), first.toUpperCase().replace('-', ' '))).status).toBe(
      200,
    );
    expect((await secondStep(await firstStep(email), first)).problem.code).toBe('WRONG_CODE');
    expect((await client.call(getSecurity, {})).body.data.recoveryCodes).toEqual({ left: 9, of: 10 });
    const mails = await mailsTo(app, email);
    expect(mails.map(({ subject }) => subject)).toContain('A recovery code was used');
    const { rows } = { rows: await app.db.selectFrom('recovery_codes').select('code_hash').execute() };
    expect(rows.some(({ code_hash }) => code_hash.toString().includes(first))).toBe(false);
  });

  test('guessing is slowed down for the user, from any address', async () => {
    const { email, code } = await withApp();
    const pending = await firstStep(email);
    const codes = [];
    for (let round = 0; round < 8; round += 1) codes.push((await secondStep(pending, '000000')).problem.code);
    expect(codes).toContain('RATE_LIMITED');
    expect((await secondStep(pending, code())).problem.code).toBe('RATE_LIMITED');
  });

  test('waits ten minutes', async () => {
    const { email } = await withApp();
    const pending = await firstStep(email);
    await app.travel(601);
    expect((await secondStep(pending, '000000')).problem.code).toBe('LOGIN_EXPIRED');
    await app.travel(0);
  });

  test('is also asked after a reset by mail: the mailbox alone opens nothing', async () => {
    const { email } = await withApp();
    await app.as().call(forgotPassword, { body: { email } });
    const mails = await mailsTo(app, email);
    const token = mails.at(-1)?.link('/auth/reset-password/') ?? '';
    const next = 'another-password';
    const body = { password: next, passwordConfirmation: next };
    expect((await app.as().call(resetPassword, { params: { token }, body })).status).toBe(204);
    await firstStep(email, next);
  });

  test('comes before the choice of an account, which needs no second password', async () => {
    const { email, userId, code, accountId, recoveryCodes } = await withApp();
    const other = await buildAccount(app.db, { name: 'Zeta' });
    const member = { account_id: other.accountId, user_id: userId, role: 'organizer' };
    await app.db.insertInto('memberships').values(member).execute();
    const reply = await secondStep(await firstStep(email), code());
    const { data } = reply.body;
    if (data.status !== 'choose_account') throw new Error(data.status);
    expect(data.accounts.map(({ id }) => id)).toEqual([accountId, other.accountId]);
    const foreign = await buildAccount(app.db);
    const recovery = recoveryCodes[0] ?? '';
    expect((await secondStep(await firstStep(email), recovery, foreign.accountId)).status).toBe(404);
    const choose = (id: number) =>
      app.as().call(chooseAccount, { body: { pending: data.pending, accountId: id } });
    expect((await choose(foreign.accountId)).status).toBe(404);
    expect((await choose(other.accountId)).body.data.user.account.name).toBe('Zeta');
    expect((await choose(accountId)).problem.code).toBe('LOGIN_EXPIRED');
  });
});

describe('setting the app up', () => {
  test('half way it counts for nothing, and goes on with the same key', async () => {
    const { token, email } = await buildAccount(app.db, { passwordHash });
    const client = app.as({ token });
    const first = await client.call(beginApp, {});
    const again = await client.call(beginApp, {});
    expect(again.body.data).toEqual(first.body.data);
    expect((await client.call(getSecurity, {})).body.data.app).toEqual({ since: null });
    expect((await app.as().call(login, { body: { email, password } })).body.data.status).toBe('signed_in');
    expect((await client.call(confirmApp, { body: { code: '123' } })).problem.code).toBe('WRONG_CODE');
  });

  test('needs somebody who has just shown who they are; five wrong passwords begin pauses', async () => {
    const { client } = await withApp();
    await app.travel(601);
    expect((await client.call(removeApp, {})).problem.code).toBe('IDENTITY_UNCONFIRMED');
    expect((await client.call(renewRecoveryCodes, {})).problem.code).toBe('IDENTITY_UNCONFIRMED');
    const wrong = await client.call(confirmIdentity, { body: { password: 'wrong' } });
    expect(wrong.problem.code).toBe('WRONG_PASSWORD');
    expect((await client.call(confirmIdentity, { body: { password } })).status).toBe(204);
    expect((await client.call(removeApp, {})).status).toBe(204);
    await app.travel(0);
    const codes = [];
    for (let round = 0; round < 8; round += 1)
      codes.push((await client.call(confirmIdentity, { body: { password: 'wrong' } })).problem.code);
    expect(codes).toContain('RATE_LIMITED');
  });

  test('new recovery codes end the old ones', async () => {
    const { client, email, recoveryCodes } = await withApp();
    const renewed = await client.call(renewRecoveryCodes, {});
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    const pending = await firstStep(email);
    expect((await secondStep(pending, recoveryCodes[0] ?? '')).problem.code).toBe('WRONG_CODE');
    expect((await secondStep(pending, renewed.body.data.recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('an account that asks for a second factor', () => {
  const require = (accountId: number) =>
    app.db
      .updateTable('accounts')
      .set({ requires_second_factor: true })
      .where('id', '=', accountId)
      .execute();

  test('opens nothing to a member without one, also in a session from before, until it is set up', async () => {
    const { accountId } = await buildAccount(app.db);
    const member = await buildUserIn(app.db, accountId, 'organizer', { passwordHash });
    const client = app.as({ token: member.token });
    expect((await client.call(listEvents, {})).status).toBe(200);
    await require(accountId);
    expect((await client.call(listEvents, {})).problem.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await client.call(getMe, {})).body.data.needsSecondFactor).toBe(true);
    const begun = await client.call(beginApp, {});
    const code = phone(begun.body.data.key)();
    expect((await client.call(confirmApp, { body: { code } })).status).toBe(200);
    expect((await client.call(listEvents, {})).status).toBe(200);
    expect((await client.call(removeApp, {})).problem.code).toBe('SECOND_FACTOR_KEPT');
  });
});

describe('a member who lost everything', () => {
  test('gets in again after an owner or admin took the factors away, audited and mailed', async () => {
    const lost = await withApp();
    const owner = await buildAccount(app.db);
    await app.db.deleteFrom('sessions').where('user_id', '=', lost.userId).execute();
    await app.db.deleteFrom('memberships').where('user_id', '=', lost.userId).execute();
    const member = { account_id: owner.accountId, user_id: lost.userId, role: 'organizer' };
    await app.db.insertInto('memberships').values(member).execute();
    const session = await buildSession(app.db, lost.userId, owner.accountId);
    const params = { userId: String(lost.userId) };
    const as = app.as({ token: owner.token });
    await app.travel(601);
    expect((await as.call(resetFactors, { params })).problem.code).toBe('IDENTITY_UNCONFIRMED');
    await app.travel(0);
    expect((await as.call(resetFactors, { params })).status).toBe(204);
    expect((await app.as({ token: session }).call(getMe, {})).status).toBe(401);
    const reply = await app.as().call(login, { body: { email: lost.email, password } });
    expect(reply.body.data.status).toBe('signed_in');
    expect((await mailsTo(app, lost.email)).map(({ subject }) => subject)).toContain(
      'Two-step sign-in was reset',
    );
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'user_id'])
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(entries).toEqual([{ action: 'user.second-factor-reset', user_id: owner.userId }]);
  });

  test('not by an organizer, not for oneself, the owner, a stranger, or somebody who is elsewhere too', async () => {
    const owner = await withApp();
    const admin = await buildUserIn(app.db, owner.accountId, 'admin');
    const organizer = await buildUserIn(app.db, owner.accountId, 'organizer');
    const elsewhere = await buildAccount(app.db);
    const member = { account_id: owner.accountId, user_id: elsewhere.userId, role: 'organizer' };
    await app.db.insertInto('memberships').values(member).execute();
    const reset = async (token: string, userId: number) =>
      (await app.as({ token }).call(resetFactors, { params: { userId: String(userId) } })).problem.code;
    expect(await reset(organizer.token, admin.userId)).toBe('FORBIDDEN');
    expect(await reset(admin.token, admin.userId)).toBe('NOT_FOUND');
    expect(await reset(admin.token, owner.userId)).toBe('OWNER_KEEPS_FACTORS');
    expect(await reset(admin.token, (await buildAccount(app.db)).userId)).toBe('NOT_FOUND');
    expect(await reset(admin.token, elsewhere.userId)).toBe('MEMBER_ELSEWHERE');
  });
});
