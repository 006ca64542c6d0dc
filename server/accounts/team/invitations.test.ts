import { getMe, listMyAccounts, login } from '@entrada/contract/accounts/accounts';
import { acceptAsMyself, acceptAsNewUser, getInvitation } from '@entrada/contract/accounts/invitations';
import { inviteUsers, listUsers, resendInvitation, revokeInvitation } from '@entrada/contract/accounts/team';
import { listEvents } from '@entrada/contract/catalog/events';
import { expect, test } from 'vitest';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildAccount, buildUserIn } from '../factory.ts';
import { mailsTo } from '../mails-fixture.ts';
import { hashPassword } from '../password.ts';

const app = await buildTestApp({
  config: {
    rateLimits: {
      lookup: { points: 1e6, seconds: 60 },
      'lookup-miss': { points: 1e6, seconds: 60 },
      'reset-address': { points: 1e6, seconds: 60 },
      invitations: { points: 1e6, seconds: 60 },
      'invitations-to': { points: 1e6, seconds: 60 },
    },
  },
});
const { db } = app;
const PASSWORD = 'a-good-password';
const passwordHash = await hashPassword(PASSWORD);
const home = await buildAccount(db, { name: 'Laboratorio Marea', passwordHash });
const { eventId } = await buildEvent(db, { accountId: home.accountId, title: 'Compás abierto' });
const hidden = await buildEvent(db, { accountId: home.accountId, title: 'Frontera Dev' });
const owner = app.as(home);

let count = 0;
const fresh = () => {
  count += 1;
  return `invited-${count}@example.com`;
};
const only = { eventIds: [eventId], organizerIds: [] };
const send = (email: string, more: object = {}) =>
  owner.call(inviteUsers, { body: { emails: [email], role: 'organizer', reach: only, note: '', ...more } });
const linkTo = async (email: string) => {
  const mails = await mailsTo(app, email);
  return mails.findLast(({ kind }) => kind === 'invitation')?.link('/auth/accept-invitation/') ?? '';
};
const person = {
  firstName: 'Friederike',
  lastName: 'Bergmann',
  password: PASSWORD,
  passwordConfirmation: PASSWORD,
  termsAgreed: true as const,
};
const accept = (token: string, client = app.as()) =>
  client.call(acceptAsNewUser, { params: { token }, body: person });
async function invited(more: object = {}) {
  const email = fresh();
  const { status, body, problem } = await send(email, more);
  expect(status, JSON.stringify(problem)).toBe(201);
  return { email, id: body.data[0]?.id ?? 0, token: await linkTo(email) };
}

test('somebody new accepts, is signed in and reaches only what they were invited to', async () => {
  const { email, token } = await invited({ note: 'Hallo' });
  const look = await app.as().call(getInvitation, { params: { token } });
  expect(look.body.data).toMatchObject({
    account: 'Laboratorio Marea',
    email,
    reach: ['Compás abierto'],
    hasUser: false,
  });
  const client = app.as();
  expect((await accept(token, client)).status).toBe(201);
  const me = (await client.call(getMe, {})).body.data;
  expect(me).toMatchObject({
    email,
    emailConfirmed: true,
    role: 'organizer',
    account: { id: home.accountId },
  });
  const { body } = await client.call(listEvents, { query: {} });
  expect(body.data.map(({ id }) => id)).toEqual([eventId]);
  const outside = await client.send({ method: 'GET', url: `/api/events/${hidden.eventId}` });
  expect(outside.statusCode).toBe(404);
  const row = (await owner.call(listUsers, {})).body.data.find((one) => one.email === email);
  expect(row).toMatchObject({
    status: 'active',
    role: 'organizer',
    reach: { events: [{ id: eventId }], organizers: [] },
  });
});

test('reading a link accepts nothing, as often as a mail scanner reads it', async () => {
  const { token } = await invited();
  for (let look = 0; look < 3; look += 1)
    expect((await app.as().call(getInvitation, { params: { token } })).status).toBe(200);
  expect((await accept(token)).status).toBe(201);
});

test('twenty at once: one comes in', async () => {
  const { token, email } = await invited();
  const replies = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  // Passwords are hashed by few at a time, so that some may have to try again.
  for (const { status, problem } of replies.filter((one) => one.status !== 201))
    expect(['INVITATION_ACCEPTED', 'USER_EXISTS', 'UNAVAILABLE'], String(status)).toContain(problem.code);
  expect((await accept(token)).problem.code).toBe('INVITATION_ACCEPTED');
  const users = await db.selectFrom('users').select('id').where('email', '=', email).execute();
  expect(users).toHaveLength(1);
});

test('a link that was used, revoked, replaced or expired says so', async () => {
  const used = await invited();
  await accept(used.token);
  expect((await accept(used.token)).problem.code).toBe('INVITATION_ACCEPTED');
  const revoked = await invited();
  const params = { params: { userId: String(revoked.id) } };
  expect((await owner.call(revokeInvitation, params)).status).toBe(204);
  expect((await accept(revoked.token)).problem.code).toBe('INVITATION_REVOKED');
  expect((await owner.call(resendInvitation, params)).status).toBe(404);
  const again = await invited();
  await owner.call(resendInvitation, { params: { userId: String(again.id) } });
  expect((await accept(again.token)).problem.code).toBe('INVITATION_REPLACED');
  expect((await accept(await linkTo(again.email))).status).toBe(201);
  expect((await accept('A'.repeat(43))).problem.code).toBe('LINK_INVALID');
  const late = await invited();
  await db
    .updateTable('invitations')
    .set({ expires_at: new Date(0) })
    .where('id', '=', late.id)
    .execute();
  expect((await accept(late.token)).problem.code).toBe('INVITATION_EXPIRED');
  const rows = (await owner.call(listUsers, {})).body.data;
  expect(rows.find(({ id }) => id === late.id)?.status).toBe('expired');
});

test('a member, oneself, and an open invitation in other letters are refused by name', async () => {
  const { email, id } = await invited();
  const twice = await send(email.toUpperCase());
  expect([twice.status, twice.problem.code]).toEqual([409, 'ALREADY_INVITED']);
  expect(twice.problem.params).toMatchObject({ email, id });
  const self = await send(home.email.toUpperCase());
  expect(self.problem.code).toBe('OWN_ADDRESS');
  const member = await buildUserIn(db, home.accountId, 'admin');
  expect((await send(member.email.toUpperCase())).problem.code).toBe('MEMBER_EXISTS');
  // All or none.
  const other = fresh();
  const both = await owner.call(inviteUsers, {
    body: { emails: [other, member.email], role: 'admin', reach: null, note: '' },
  });
  expect(both.problem.code).toBe('MEMBER_EXISTS');
  expect(await mailsTo(app, other)).toEqual([]);
});

test('the right mailbox only: another user is refused, the invited one comes in and keeps both accounts', async () => {
  const known = await buildAccount(db, { passwordHash });
  const stranger = await buildAccount(db);
  await send(known.email.toUpperCase(), { role: 'accounts', reach: null });
  const token = await linkTo(known.email);
  const params = { params: { token } };
  expect((await app.as().call(getInvitation, params)).body.data.hasUser).toBe(true);
  expect((await accept(token)).problem.code).toBe('USER_EXISTS');
  const wrong = await app.as(stranger).call(acceptAsMyself, params);
  expect([wrong.status, wrong.problem.code]).toEqual([403, 'INVITATION_OTHER_ADDRESS']);
  const client = app.as(known);
  expect((await client.call(acceptAsMyself, params)).status).toBe(204);
  expect((await client.call(getMe, {})).body.data).toMatchObject({
    role: 'accounts',
    account: { id: home.accountId },
  });
  const accounts = (await client.call(listMyAccounts, {})).body.data;
  expect(accounts.map(({ id }) => id).toSorted()).toEqual([known.accountId, home.accountId].toSorted());
  const reply = await app.as().call(login, { body: { email: known.email, password: PASSWORD } });
  expect(reply.body.data.status).toBe('choose_account');
  expect((await app.as(known).call(acceptAsMyself, params)).problem.code).toBe('INVITATION_ACCEPTED');
});

test('what is not the account’s cannot be given, and what would raise a role is refused', async () => {
  const foreign = await buildAccount(db);
  const theirs = await buildEvent(db, { accountId: foreign.accountId });
  const reach = { eventIds: [theirs.eventId], organizerIds: [theirs.organizerId] };
  const refused = await send(fresh(), { reach });
  expect([refused.status, refused.problem.errors]).toEqual([
    422,
    [
      { path: 'reach.eventIds.0', code: 'not_found' },
      { path: 'reach.organizerIds.0', code: 'not_found' },
    ],
  ]);
  expect((await send(fresh(), { role: 'owner', reach: null })).status).toBe(422);
  expect((await send(fresh(), { role: 'admin' })).problem.code).toBe('ROLE_REACHES_ALL');
  for (const field of ['status', 'accountId', 'account_id', 'id', 'token'])
    expect((await send(fresh(), { [field]: 1 })).status, field).toBe(422);
});
