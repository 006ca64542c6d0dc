import { getMe, login } from '@entrada/contract/accounts/accounts';
import {
  addPasskey,
  askConfirmingPasskey,
  askNewPasskey,
  confirmIdentity,
  getSecurity,
  removePasskey,
  renamePasskey,
} from '@entrada/contract/accounts/security';
import { askPasskey, signInWithPasskey } from '@entrada/contract/accounts/sign-in';
import { describe, expect, test } from 'vitest';
import { buildTestApp, type Client } from '../../test/app.ts';
import { buildAccount } from '../factory.ts';
import { hashPassword } from '../password.ts';
import { makeAuthenticator } from './authenticator-fixture.ts';

const app = await buildTestApp();
const origin = new URL(app.config.baseUrl).origin;
const password = 'a-good-password';
const passwordHash = await hashPassword(password);

async function add(client: Client, authenticator: ReturnType<typeof makeAuthenticator>, name = 'Laptop') {
  const asked = await client.call(askNewPasskey, {});
  expect(asked.status).toBe(200);
  return client.call(addPasskey, { body: { name, credential: authenticator.create(asked.body.data) } });
}
async function withPasskey(overrides: { passwordHash?: string | null } = {}) {
  const user = await buildAccount(app.db, { passwordHash, ...overrides });
  const authenticator = makeAuthenticator({ origin });
  const client = app.as({ token: user.token });
  const added = await add(client, authenticator);
  expect(added.status, JSON.stringify(added.problem)).toBe(201);
  return { ...user, authenticator, client, passkey: added.body.data.passkey, added: added.body.data };
}
const enter = async (authenticator: ReturnType<typeof makeAuthenticator>, pending?: string) => {
  const asked = await app.as().call(askPasskey, { body: pending === undefined ? {} : { pending } });
  const credential = authenticator.get(asked.body.data);
  return { credential, reply: await app.as().call(signInWithPasskey, { body: { credential } }) };
};

describe('a passkey', () => {
  test('offers the algorithms that every authenticator knows, and is bound to this host', async () => {
    const { token } = await buildAccount(app.db);
    const { data } = (await app.as({ token }).call(askNewPasskey, {})).body;
    expect((data['pubKeyCredParams'] as { alg: number }[]).map(({ alg }) => alg)).toEqual([-8, -7, -257]);
    expect(data['rp']).toEqual({ id: new URL(origin).hostname, name: 'Entrada' });
  });

  test('signs in without a password, and with recovery codes for the day it is lost', async () => {
    const { authenticator, userId, added } = await withPasskey();
    expect(added.recoveryCodes).toHaveLength(10);
    const { reply } = await enter(authenticator);
    expect(reply.body.data).toMatchObject({ status: 'signed_in', user: { id: userId } });
    expect(reply.headers['x-auth-token']).toBeDefined();
  });

  test('is the second step after a password', async () => {
    const { authenticator, email } = await withPasskey();
    const first = await app.as().call(login, { body: { email, password } });
    expect(first.body.data).toMatchObject({
      status: 'second_factor',
      methods: { passkey: true, app: false },
    });
    expect(first.headers['set-cookie']).toBeUndefined();
    const pending = first.body.data.status === 'second_factor' ? first.body.data.pending : '';
    expect((await enter(authenticator, pending)).reply.body.data.status).toBe('signed_in');
  });

  test('an answer works once', async () => {
    const { authenticator } = await withPasskey();
    const { credential, reply } = await enter(authenticator);
    expect(reply.status).toBe(200);
    const asked = await app.as().call(askPasskey, { body: {} });
    const { accountId } = await buildAccount(app.db);
    const intoOther = { credential: authenticator.get(asked.body.data), accountId };
    expect((await app.as().call(signInWithPasskey, { body: intoOther })).status).toBe(404);
    const again = await app.as().call(signInWithPasskey, { body: { credential } });
    expect(again.problem.code).toBe('PASSKEY_REFUSED');
  });

  test('a copy whose count is not above the last one is refused', async () => {
    const { authenticator } = await withPasskey();
    expect((await enter(authenticator)).reply.status).toBe(200);
    authenticator.state.count -= 1;
    expect((await enter(authenticator)).reply.problem.code).toBe('PASSKEY_REFUSED');
  });

  test('of another page, without a check of the finger, or of nobody, is refused', async () => {
    const { token } = await buildAccount(app.db);
    const client = app.as({ token });
    const foreign = makeAuthenticator({ origin: 'https://entrada.example.net' });
    expect((await add(client, foreign)).problem.code).toBe('PASSKEY_REFUSED');
    const unverified = makeAuthenticator({ origin, verifies: false });
    expect((await add(client, unverified)).problem.code).toBe('PASSKEY_REFUSED');
    expect((await enter(makeAuthenticator({ origin }))).reply.problem.code).toBe('PASSKEY_REFUSED');
  });

  test('a challenge of one user or purpose does not serve another', async () => {
    const ours = await withPasskey();
    const theirs = await withPasskey();
    const asked = await theirs.client.call(askConfirmingPasskey, {});
    const credential = ours.authenticator.get(asked.body.data);
    expect((await ours.client.call(confirmIdentity, { body: { credential } })).problem.code).toBe(
      'PASSKEY_REFUSED',
    );
    const own = await ours.client.call(askConfirmingPasskey, {});
    const forLogin = ours.authenticator.get(own.body.data);
    expect((await app.as().call(signInWithPasskey, { body: { credential: forLogin } })).problem.code).toBe(
      'PASSKEY_REFUSED',
    );
  });

  test('a challenge lasts five minutes', async () => {
    const { authenticator } = await withPasskey();
    const asked = await app.as().call(askPasskey, { body: {} });
    await app.travel(301);
    const reply = await app
      .as()
      .call(signInWithPasskey, { body: { credential: authenticator.get(asked.body.data) } });
    await app.travel(0);
    expect(reply.problem.code).toBe('PASSKEY_REFUSED');
  });

  test('shows who one is, after ten minutes', async () => {
    const { client, authenticator } = await withPasskey();
    await app.travel(660);
    expect((await client.call(askNewPasskey, {})).problem.code).toBe('IDENTITY_UNCONFIRMED');
    const asked = await client.call(askConfirmingPasskey, {});
    const credential = authenticator.get(asked.body.data);
    expect((await client.call(confirmIdentity, { body: { credential } })).status).toBe(204);
    expect((await client.call(askNewPasskey, {})).status).toBe(200);
    await app.travel(0);
  });

  test('is renamed and removed by its owner alone', async () => {
    const { client, passkey, email, userId, authenticator } = await withPasskey();
    const stranger = app.as({ token: (await buildAccount(app.db)).token });
    const params = { passkeyId: String(passkey.id) };
    expect((await stranger.call(renamePasskey, { params, body: { name: 'Mine' } })).status).toBe(404);
    expect((await stranger.call(removePasskey, { params })).status).toBe(404);
    const renamed = await client.call(renamePasskey, { params, body: { name: 'Portátil de Nuria' } });
    expect(renamed.body.data.name).toBe('Portátil de Nuria');
    expect((await client.call(removePasskey, { params })).status).toBe(204);
    const { data } = (await client.call(getSecurity, {})).body;
    expect(data).toMatchObject({ passkeys: [], recoveryCodes: { left: 0, of: 0 } });
    expect((await app.as().call(login, { body: { email, password } })).body.data).toMatchObject({
      status: 'signed_in',
      user: { id: userId },
    });
    // The device still has it. It opens nothing: neither alone, nor for a change of the sign-in.
    const { reply } = await enter(authenticator);
    expect([reply.status, reply.problem.code]).toEqual([422, 'PASSKEY_REFUSED']);
    expect(reply.headers['x-auth-token']).toBeUndefined();
    const asked = await client.call(askConfirmingPasskey, {});
    const credential = authenticator.get(asked.body.data);
    expect((await client.call(confirmIdentity, { body: { credential } })).problem.code).toBe(
      'PASSKEY_REFUSED',
    );
  });

  test('is not removed while it is the only way in', async () => {
    const { client, passkey } = await withPasskey({ passwordHash: null });
    const params = { passkeyId: String(passkey.id) };
    expect((await client.call(removePasskey, { params })).problem.code).toBe('ONLY_WAY_IN');
    expect((await client.call(getSecurity, {})).body.data.passkeys).toHaveLength(1);
    const second = await add(client, makeAuthenticator({ origin }), 'Phone');
    expect(second.body.data.recoveryCodes).toBeNull();
    expect((await client.call(removePasskey, { params })).status).toBe(204);
  });

  test('added in one session ends those that were opened without it', async () => {
    const user = await buildAccount(app.db, { passwordHash });
    const reply = await app.as().call(login, { body: { email: user.email, password } });
    const bearer = reply.body.data.status === 'signed_in' ? reply.body.data.token : '';
    expect((await app.as({ bearer }).call(getMe, {})).status).toBe(200);
    await add(app.as({ token: user.token }), makeAuthenticator({ origin }));
    expect((await app.as({ bearer }).call(getMe, {})).status).toBe(401);
    expect((await app.as({ token: user.token }).call(getMe, {})).status).toBe(200);
  });
});
