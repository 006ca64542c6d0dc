import { getMe, listMyAccounts, login } from '@entrada/contract/accounts/accounts';
import {
  acceptOwnership,
  endOwnershipTransfer,
  getOwnershipTransfer,
  offerOwnership,
} from '@entrada/contract/accounts/ownership';
import {
  getUser,
  leaveAccount,
  listManagers,
  listUsers,
  signOutUser,
  updateUser,
} from '@entrada/contract/accounts/team';
import { listEvents } from '@entrada/contract/catalog/events';
import { expect, test } from 'vitest';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildAccount, buildSession, buildUserIn } from '../factory.ts';
import { mailsTo } from '../mails-fixture.ts';
import { hashPassword } from '../password.ts';

const app = await buildTestApp();
const { db } = app;
const PASSWORD = 'a-good-password';
const passwordHash = await hashPassword(PASSWORD);
const home = await buildAccount(db, { passwordHash });
const first = await buildEvent(db, { accountId: home.accountId });
const second = await buildEvent(db, { accountId: home.accountId });
const owner = app.as(home);
const path = (userId: number) => ({ params: { userId: String(userId) } });
const change = (userId: number, body: object, by = owner) =>
  by.call(updateUser, { ...path(userId), body: { role: 'organizer', reach: null, ...body } });

test('a role, a reach and being switched off count with the next request', async () => {
  const member = await buildUserIn(db, home.accountId, 'organizer', { passwordHash });
  const client = app.as(member);
  const seen = async () =>
    (await client.call(listEvents, { query: {} })).body.data.map(({ id }) => id).toSorted();
  expect(await seen()).toEqual([first.eventId, second.eventId].toSorted());
  await change(member.userId, { reach: { eventIds: [first.eventId], organizerIds: [] } });
  expect(await seen()).toEqual([first.eventId]);
  await change(member.userId, { reach: { eventIds: [], organizerIds: [second.organizerId] } });
  expect(await seen()).toEqual([second.eventId]);
  await change(member.userId, { role: 'door_staff', reach: null });
  expect((await client.call(listEvents, { query: {} })).status).toBe(403);
  expect((await change(member.userId, { status: 'inactive' })).body.data.status).toBe('inactive');
  expect((await client.call(getMe, {})).status).toBe(401);
  const back = await app.as().call(login, { body: { email: member.email, password: PASSWORD } });
  expect([back.status, back.problem.code]).toEqual([403, 'ACCOUNT_INACTIVE']);
  await change(member.userId, { status: 'active' });
  expect((await app.as().call(login, { body: { email: member.email, password: PASSWORD } })).status).toBe(
    200,
  );
  const actions = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('account_id', '=', home.accountId)
    .where('target_id', '=', member.userId)
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'user.changed'),
    'user.switched_off',
    'user.switched_on',
  ]);
});

test('somebody who is signed out everywhere here stays signed in elsewhere, and can come back', async () => {
  const member = await buildUserIn(db, home.accountId, 'admin', { passwordHash });
  const client = app.as(member);
  expect((await client.call(getMe, {})).status).toBe(200);
  expect((await owner.call(signOutUser, path(member.userId))).status).toBe(204);
  expect((await client.call(getMe, {})).status).toBe(401);
  const again = await app.as().call(login, { body: { email: member.email, password: PASSWORD } });
  expect(again.status).toBe(200);
  const back = app.as({ token: await buildSession(db, member.userId, home.accountId) });
  expect((await back.call(signOutUser, path(home.userId))).problem.code).toBe('OWNER_FIXED');
  expect((await back.call(signOutUser, path(member.userId))).problem.code).toBe('OWN_MEMBERSHIP');
});

test('nobody acts on the owner, nobody on themselves, and only a handover makes an owner', async () => {
  const admin = await buildUserIn(db, home.accountId, 'admin');
  const other = await buildUserIn(db, home.accountId, 'accounts');
  const by = app.as(admin);
  for (const body of [{ role: 'organizer' }, { status: 'inactive' }, { role: 'owner' }]) {
    const refused = await change(home.userId, body, by);
    expect([refused.status, refused.problem.code]).toEqual([409, 'OWNER_FIXED']);
  }
  expect((await change(admin.userId, {}, by)).problem.code).toBe('OWN_MEMBERSHIP');
  expect((await change(other.userId, { role: 'owner' }, by)).problem.code).toBe('OWNER_BY_HANDOVER');
  expect((await by.call(offerOwnership, { body: { userId: other.userId, password: 'x' } })).status).toBe(403);
  const managers = (await app.as(other).call(listManagers, {})).body.data;
  expect(managers.map(({ role }) => role).slice(0, 2)).toEqual(['owner', 'admin']);
  for (const field of ['accountId', 'email', 'limited', 'userId', 'version'])
    expect((await change(other.userId, { [field]: 1 })).status, field).toBe(422);
});

test('another account’s people do not exist', async () => {
  const foreign = await buildAccount(db);
  const client = app.as(foreign);
  expect((await client.call(getUser, path(home.userId))).status).toBe(404);
  expect((await change(home.userId, {}, client)).status).toBe(404);
  expect((await client.call(listUsers, {})).body.data.map(({ id }) => id)).toEqual([foreign.userId]);
});

test('both sides confirm a handover; the owner before becomes an administrator', async () => {
  const { accountId, ...old } = await buildAccount(db, { passwordHash });
  const heir = await buildUserIn(db, accountId, 'organizer');
  const bystander = app.as(await buildUserIn(db, accountId, 'admin'));
  const [from, to] = [app.as(old), app.as(heir)];
  const offer = (password = PASSWORD) =>
    from.call(offerOwnership, { body: { userId: heir.userId, password } });
  expect((await offer('not-the-password')).problem.code).toBe('WRONG_PASSWORD');
  expect((await to.call(acceptOwnership, {})).status).toBe(404);
  expect((await offer()).status).toBe(201);
  expect((await offer()).problem.code).toBe('TRANSFER_OPEN');
  expect((await mailsTo(app, heir.email)).map(({ kind }) => kind)).toEqual(['ownership_offered']);
  expect((await bystander.call(getOwnershipTransfer, {})).body.data).toBe(null);
  expect((await bystander.call(acceptOwnership, {})).status).toBe(404);
  expect((await bystander.call(endOwnershipTransfer, {})).status).toBe(404);
  // Taken back, it is over; offered again, it counts once.
  expect((await from.call(endOwnershipTransfer, {})).status).toBe(204);
  expect((await to.call(acceptOwnership, {})).status).toBe(404);
  expect((await offer()).status).toBe(201);
  const agreed = await Promise.all(Array.from({ length: 5 }, () => to.call(acceptOwnership, {})));
  expect(agreed.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
  expect((await to.call(getMe, {})).body.data.role).toBe('owner');
  expect((await from.call(getMe, {})).body.data.role).toBe('admin');
});

test('an offer expires, and ends if its other side is switched off', async () => {
  const { accountId, ...old } = await buildAccount(db, { passwordHash });
  const heir = await buildUserIn(db, accountId, 'admin');
  const from = app.as(old);
  const offer = () => from.call(offerOwnership, { body: { userId: heir.userId, password: PASSWORD } });
  await offer();
  await db
    .updateTable('ownership_transfers')
    .set({ expires_at: new Date(0) })
    .where('account_id', '=', accountId)
    .execute();
  expect((await app.as(heir).call(acceptOwnership, {})).status).toBe(404);
  expect((await offer()).status).toBe(201);
  await from.call(updateUser, {
    ...path(heir.userId),
    body: { role: 'admin', reach: null, status: 'inactive' },
  });
  expect((await from.call(getOwnershipTransfer, {})).body.data).toBe(null);
});

test('leaving ends every session there; the owner cannot leave', async () => {
  const mine = await buildAccount(db);
  const member = await buildUserIn(db, home.accountId, 'organizer');
  await db
    .insertInto('memberships')
    .values({ account_id: mine.accountId, user_id: member.userId, role: 'admin' })
    .execute();
  const elsewhere = app.as({ token: await buildSession(db, member.userId, home.accountId) });
  const client = app.as(member);
  const params = (accountId: number) => ({ params: { accountId: String(accountId) } });
  const owned = await app.as(mine).call(leaveAccount, params(mine.accountId));
  expect([owned.status, owned.problem.code]).toEqual([409, 'OWNER_CANNOT_LEAVE']);
  expect((await client.call(leaveAccount, params(999_999))).status).toBe(404);
  expect((await client.call(leaveAccount, params(home.accountId))).body.data).toEqual({ isSignedIn: true });
  expect((await client.call(getMe, {})).body.data.account.id).toBe(mine.accountId);
  expect((await elsewhere.call(getMe, {})).status).toBe(401);
  expect((await client.call(listMyAccounts, {})).body.data).toHaveLength(1);
  const rows = (await owner.call(listUsers, {})).body.data;
  expect(rows.map(({ id }) => id)).not.toContain(member.userId);
  expect((await client.call(leaveAccount, params(mine.accountId))).body.data).toEqual({ isSignedIn: false });
  expect((await client.call(getMe, {})).status).toBe(401);
});
