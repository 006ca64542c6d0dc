import { confirmEmail, getMe, login, register, resetPassword } from '@entrada/contract/accounts/accounts';
import { acceptAsNewUser } from '@entrada/contract/accounts/invitations';
import { confirmEmailChange, requestEmailChange } from '@entrada/contract/accounts/security';
import { inviteUsers, updateUser } from '@entrada/contract/accounts/team';
import { setEventStatus } from '@entrada/contract/catalog/events';
import { createMessage, sendMessage } from '@entrada/contract/outreach/messages';
import { expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../accounts/factory.ts';
import { mailsTo } from '../accounts/mails-fixture.ts';
import { hashPassword } from '../accounts/password.ts';
import { buildEvent } from '../catalog/events/factory.ts';
import { buildOrganizer } from '../catalog/organizers/factory.ts';
import { buildTestApp } from './app.ts';

/**
 * The texts of the original's catalogue of messages that concern people (sections 5, 6 and 8 of it), each with the request that
 * brings it, and as somebody reads it on the page.
 */
const app = await buildTestApp({ pages: 'built' });
const PASSWORD = 'a-good-password';
const passwordHash = await hashPassword(PASSWORD);
const account = await buildAccount(app.db, { passwordHash });
const owner = app.as(account);
const MADE_UP = 'x'.repeat(43);

const shown = async (url: string, client = app.as()) => {
  const reply = await client.send({
    method: 'GET',
    url,
    headers: { 'accept-language': 'en', accept: 'text/html' },
  });
  return { status: reply.statusCode, text: reply.body.replace(/<script[\s\S]*?<\/script>/g, '') };
};
const newcomer = {
  firstName: 'Iria',
  lastName: 'Novo',
  password: PASSWORD,
  passwordConfirmation: PASSWORD,
  termsAgreed: true as const,
};

test('“Wrong email or password”: a login with either of them wrong', async () => {
  const wrong = await app.as().call(login, { body: { email: account.email, password: 'not-this-one' } });
  expect(wrong.problem.code).toBe('WRONG_CREDENTIALS');
  const form = new URLSearchParams({ intent: 'password', email: account.email, password: 'not-this-one' });
  const page = await app.as().send({
    method: 'POST',
    url: '/auth/login',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en',
      accept: 'text/html',
    },
    payload: form.toString(),
  });
  expect(page.body).toContain('Wrong email or password.');
});

test('“Passwords are not the same”: a registration, an invitation and a new password', async () => {
  const body = {
    ...newcomer,
    email: 'iria@example.com',
    passwordConfirmation: 'another',
    locale: 'en' as const,
  };
  const reply = await app.as().call(register, { body });
  expect(reply.problem.errors).toEqual([{ path: 'passwordConfirmation', code: 'must_match' }]);
  const reset = await app.as().call(resetPassword, {
    params: { token: MADE_UP },
    body: { password: PASSWORD, passwordConfirmation: 'another-one' },
  });
  expect(reset.problem.errors).toEqual([{ path: 'passwordConfirmation', code: 'must_match' }]);
});

test('“Reset password link invalid or expired”: a link that is made up', async () => {
  const page = await shown(`/auth/reset-password/${MADE_UP}`);
  expect(page.status).toBe(410);
  expect(page.text).toContain('This link no longer works');
});

test('“Invitation already accepted”: its link once more', async () => {
  const email = 'friederike@example.com';
  await owner.call(inviteUsers, { body: { emails: [email], role: 'admin', reach: null, note: '' } });
  const [mail] = await mailsTo(app, email);
  const token = mail?.link('/auth/accept-invitation/') ?? '';
  expect((await app.as().call(acceptAsNewUser, { params: { token }, body: newcomer })).status).toBe(201);
  const again = await app.as().call(acceptAsNewUser, { params: { token }, body: newcomer });
  expect(again.problem.code).toBe('INVITATION_ACCEPTED');
  const page = await shown(`/auth/accept-invitation/${token}`);
  expect([page.status, page.text.includes('Invitation already accepted')]).toEqual([410, true]);
});

test('“Link invalid”: an invitation that is made up', async () => {
  const reply = await app.as().call(acceptAsNewUser, { params: { token: MADE_UP }, body: newcomer });
  expect(reply.problem.code).toBe('LINK_INVALID');
  expect((await shown(`/auth/accept-invitation/${MADE_UP}`)).text).toMatch(/link/i);
});

test('“Error confirming email”: a link that is made up', async () => {
  const params = { userId: String(account.userId), token: MADE_UP };
  expect((await app.as().call(confirmEmail, { params })).problem.code).toBe('LINK_INVALID');
});

test('“Error confirming email change”: the new address has an account by now, or the link is made up', async () => {
  const changing = await buildAccount(app.db, { passwordHash });
  const email = 'taken-meanwhile@example.com';
  await app.as(changing).call(requestEmailChange, { body: { email } });
  const token = (await mailsTo(app, email))[0]?.link('confirm-email-change/') ?? '';
  await buildAccount(app.db, { email });
  const confirm = (link: string) =>
    app.as().call(confirmEmailChange, { params: { userId: String(changing.userId), token: link } });
  expect((await confirm(token)).problem.code).toBe('EMAIL_TAKEN');
  expect((await confirm(MADE_UP)).problem.code).toBe('LINK_INVALID');
  expect((await app.as(changing).call(getMe, {})).body.data.email).toBe(changing.email);
});

test('“Inactive users cannot log in”: somebody who was switched off', async () => {
  const member = await buildUserIn(app.db, account.accountId, 'admin', { passwordHash });
  const off = await owner.call(updateUser, {
    params: { userId: String(member.userId) },
    body: { role: 'admin', reach: null, status: 'inactive' },
  });
  expect(off.status, JSON.stringify(off.problem)).toBe(200);
  const reply = await app.as().call(login, { body: { email: member.email, password: PASSWORD } });
  expect(reply.problem.code).toBe('ACCOUNT_INACTIVE');
});

test('“Owner’s role and status fixed”: a change of the owner', async () => {
  const admin = app.as(await buildUserIn(app.db, account.accountId, 'admin'));
  const reply = await admin.call(updateUser, {
    params: { userId: String(account.userId) },
    body: { role: 'organizer', reach: null },
  });
  expect(reply.problem.code).toBe('OWNER_FIXED');
});

test('“Unverified email blocks going live”: publishing before the address is confirmed', async () => {
  const unconfirmed = await buildAccount(app.db, { emailConfirmed: false });
  const { eventId } = await buildEvent(app.db, { accountId: unconfirmed.accountId, status: 'draft' });
  const reply = await app.as(unconfirmed).call(setEventStatus, {
    params: { eventId: String(eventId) },
    body: { status: 'public' },
  });
  expect(reply.problem.code).toBe('EMAIL_NOT_CONFIRMED');
});

test('“Unverified email blocks sending messages”: a draft that is sent before the address is confirmed', async () => {
  const unconfirmed = await buildAccount(app.db, { emailConfirmed: false });
  const { eventId } = await buildEvent(app.db, { accountId: unconfirmed.accountId });
  const writer = app.as(unconfirmed);
  const params = { eventId: String(eventId) };
  const body = { subject: 'Doors at eight', body: '<p>Come early.</p>' };
  const draft = (await writer.call(createMessage, { params, body })).body.data;
  const reply = await writer.call(sendMessage, {
    params: { ...params, messageId: String(draft.id) },
    body: { version: draft.version, isNotPromotional: true, sendAt: null },
  });
  expect(reply.problem.code).toBe('EMAIL_NOT_CONFIRMED');
});

test('“No permission to access this page” and “page not found”', async () => {
  await buildOrganizer(app.db, { accountId: account.accountId });
  const staff = app.as(await buildUserIn(app.db, account.accountId, 'door_staff'));
  const refused = await shown('/account/users', staff);
  expect([refused.status, refused.text.includes('No permission')]).toEqual([403, true]);
  const missing = await shown('/account/nothing', owner);
  expect([missing.status, missing.text.includes('This door doesn’t open.')]).toEqual([404, true]);
});
