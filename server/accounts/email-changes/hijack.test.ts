import { forgotPassword, getMe, login, register } from '@entrada/contract/accounts/accounts';
import {
  cancelEmailChange,
  confirmEmailChange,
  getSecurity,
  requestEmailChange,
  resendEmailChange,
  undoEmailChange,
} from '@entrada/contract/accounts/security';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { buildAccount, buildSession } from '../factory.ts';
import { mailsTo } from '../mails-fixture.ts';
import { hashPassword } from '../password.ts';

const app = await buildTestApp();
const password = 'a-good-password';
const passwordHash = await hashPassword(password);

let people = 0;
async function begun() {
  people += 1;
  const user = await buildAccount(app.db, { passwordHash });
  const newEmail = `new-${people}@example.org`;
  const client = app.as({ token: user.token });
  const reply = await client.call(requestEmailChange, { body: { email: newEmail } });
  expect(reply.status, JSON.stringify(reply.problem)).toBe(204);
  const confirmLinks = async () =>
    (await mailsTo(app, newEmail))
      .filter(({ kind }) => kind === 'email_change_confirm')
      .map((mail) => mail.link('confirm-email-change/'));
  const undoLinks = async () =>
    (await mailsTo(app, user.email))
      .filter(({ kind }) => kind === 'email_change_notice')
      .map((mail) => mail.link('undo-email-change/'));
  return { ...user, newEmail, client, confirmLinks, undoLinks, params: { userId: String(user.userId) } };
}
const confirm = (userId: number, token: string) =>
  app.as().call(confirmEmailChange, { params: { userId: String(userId), token } });
const undo = (token: string) => app.as().call(undoEmailChange, { params: { token } });
const emailOf = async (userId: number) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;

describe('a change of address', () => {
  test('waits until the new address confirms; the old one is told at once', async () => {
    const user = await begun();
    expect(await emailOf(user.userId)).toBe(user.email);
    expect((await user.client.call(getSecurity, {})).body.data.emailChange).toMatchObject({
      newEmail: user.newEmail,
      isExpired: false,
    });
    expect(await user.undoLinks()).toHaveLength(1);
    const [link = ''] = await user.confirmLinks();
    const other = await buildSession(app.db, user.userId, user.accountId);
    const done = await user.client.call(confirmEmailChange, { params: { ...user.params, token: link } });
    expect(done.body.data).toEqual({ email: user.newEmail });
    expect((await user.client.call(getMe, {})).body.data).toMatchObject({
      email: user.newEmail,
      emailConfirmed: true,
    });
    expect((await app.as({ token: other }).call(getMe, {})).status).toBe(401);
    expect((await confirm(user.userId, link)).problem.code).toBe('LINK_INVALID');
    expect(await user.undoLinks()).toHaveLength(2);
  });

  test('a stolen session cannot begin it: it has to show who it is', async () => {
    const user = await buildAccount(app.db, { passwordHash });
    await app.travel(601);
    const reply = await app
      .as({ token: user.token })
      .call(requestEmailChange, { body: { email: 'thief@example.org' } });
    await app.travel(0);
    expect(reply.problem.code).toBe('IDENTITY_UNCONFIRMED');
    expect(await mailsTo(app, 'thief@example.org')).toEqual([]);
  });

  test('a program that opens every link of a mail changes nothing', async () => {
    const user = await begun();
    const [link = ''] = await user.confirmLinks();
    const [undoLink = ''] = await user.undoLinks();
    for (const url of [
      `/api/users/${user.userId}/email-change/${link}`,
      `/api/auth/undo-email-change/${undoLink}`,
    ]) {
      const reply = await app.as().send({ method: 'GET', url });
      expect([404, 405]).toContain(reply.statusCode);
    }
    expect(await emailOf(user.userId)).toBe(user.email);
    expect((await confirm(user.userId, link)).status).toBe(200);
  });

  test('not with the link of somebody else, nor after a day', async () => {
    const [one, two] = [await begun(), await begun()];
    const [link = ''] = await one.confirmLinks();
    expect((await confirm(two.userId, link)).problem.code).toBe('LINK_INVALID');
    await app.travel(86_400 + 60);
    expect((await confirm(one.userId, link)).problem.code).toBe('LINK_INVALID');
    await app.travel(0);
    expect(await emailOf(one.userId)).toBe(one.email);
  });

  test('is cancelled or sent again by its user alone; a newer link ends an older one', async () => {
    const user = await begun();
    const stranger = app.as({ token: (await buildAccount(app.db)).token });
    const { params } = user;
    expect((await stranger.call(cancelEmailChange, { params })).status).toBe(404);
    expect((await stranger.call(resendEmailChange, { params })).status).toBe(404);
    expect((await user.client.call(resendEmailChange, { params })).status).toBe(204);
    const [older = '', newer = ''] = await user.confirmLinks();
    expect((await confirm(user.userId, older)).problem.code).toBe('LINK_INVALID');
    expect((await user.client.call(cancelEmailChange, { params })).status).toBe(204);
    expect((await confirm(user.userId, newer)).problem.code).toBe('LINK_INVALID');
    expect((await user.client.call(cancelEmailChange, { params })).status).toBe(404);
  });

  test('to an address with an account answers the same, and its owner is told', async () => {
    const taken = await buildAccount(app.db);
    const user = await buildAccount(app.db);
    const client = app.as({ token: user.token });
    const reply = await client.call(requestEmailChange, { body: { email: taken.email.toUpperCase() } });
    expect(reply.status).toBe(204);
    const mails = await app.db
      .selectFrom('mails')
      .select('kind')
      .where('to_address', '=', taken.email.toUpperCase())
      .execute();
    expect(mails).toEqual([{ kind: 'email_change_taken' }]);
    const own = await client.call(requestEmailChange, { body: { email: user.email } });
    expect(own.problem.errors).toEqual([{ path: 'email', code: 'duplicate' }]);
  });

  test('to an address that became taken meanwhile says so, and nothing is half done', async () => {
    const user = await begun();
    const [link = ''] = await user.confirmLinks();
    const taken = await buildAccount(app.db, { email: user.newEmail.toUpperCase() });
    expect((await confirm(user.userId, link)).problem.code).toBe('EMAIL_TAKEN');
    expect([await emailOf(user.userId), await emailOf(taken.userId)]).toEqual([
      user.email,
      user.newEmail.toUpperCase(),
    ]);
    expect((await user.client.call(getMe, {})).status).toBe(200);
  });

  test('an address that waits resets no password and is free for others', async () => {
    const user = await begun();
    await app.as().call(forgotPassword, { body: { email: user.newEmail } });
    expect((await mailsTo(app, user.newEmail)).map(({ kind }) => kind)).toEqual(['email_change_confirm']);
    const reply = await app.as().call(register, {
      body: {
        firstName: 'Ona',
        lastName: '',
        email: user.newEmail,
        password: 'yet-another-password',
        passwordConfirmation: 'yet-another-password',
        termsAgreed: true,
      },
    });
    expect(reply.body.data.status).toBe('signed_in');
  });

  test('five times an hour at most', async () => {
    const { token } = await buildAccount(app.db);
    const client = app.as({ token });
    const statuses = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push(
        (await client.call(requestEmailChange, { body: { email: `r${round}@example.org` } })).status,
      );
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });
});

describe('the old address', () => {
  test('stops a change that waits', async () => {
    const user = await begun();
    const [link = ''] = await user.undoLinks();
    expect((await undo(link)).body.data).toEqual({ email: user.email, wasConfirmed: false });
    const [confirmLink = ''] = await user.confirmLinks();
    expect((await confirm(user.userId, confirmLink)).problem.code).toBe('LINK_INVALID');
    expect((await user.client.call(getMe, {})).status).toBe(401);
    expect((await undo(link)).problem.code).toBe('LINK_INVALID');
  });

  test('takes the account back within seven days, even after a second change, with the first mail', async () => {
    const user = await begun();
    const [link = ''] = await user.undoLinks();
    const [confirmLink = ''] = await user.confirmLinks();
    expect((await confirm(user.userId, confirmLink)).status).toBe(200);
    const thief = app.as({ token: await buildSession(app.db, user.userId, user.accountId) });
    const second = `second-${user.newEmail}`;
    expect((await thief.call(requestEmailChange, { body: { email: second } })).status).toBe(204);
    const [mail] = await mailsTo(app, second);
    expect((await confirm(user.userId, mail?.link('confirm-email-change/') ?? '')).status).toBe(200);
    const thiefsUndo = (await mailsTo(app, user.newEmail)).at(-1)?.link('undo-email-change/') ?? '';
    await app.travel(6 * 86_400);
    expect((await undo(link)).body.data).toEqual({ email: user.email, wasConfirmed: true });
    expect(await emailOf(user.userId)).toBe(user.email);
    expect((await undo(thiefsUndo)).problem.code).toBe('LINK_INVALID');
    expect((await thief.call(getMe, {})).status).toBe(401);
    await app.travel(0);
    const mails = await mailsTo(app, user.email);
    expect(mails.at(-1)?.kind).toBe('reset_password');
    expect((await app.as().call(login, { body: { email: user.email, password } })).status).toBe(200);
  });

  test('not after seven days', async () => {
    const user = await begun();
    const [link = ''] = await user.undoLinks();
    await app.travel(7 * 86_400 + 60);
    expect((await undo(link)).problem.code).toBe('LINK_INVALID');
    await app.travel(0);
  });
});
