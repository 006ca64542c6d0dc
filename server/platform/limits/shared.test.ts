import { forgotPassword, login } from '@entrada/contract/accounts/accounts';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { hashPassword } from '../../accounts/password.ts';
import { buildTestApp } from '../../test/app.ts';
import { createSharedLimiters } from './shared.ts';

const one = await buildTestApp();
const two = await buildTestApp({ database: one.database });
const [here, there] = [createSharedLimiters(one.db), createSharedLimiters(two.db)];
const limit = { name: 'shared-test', points: 3, seconds: 60 };
const outcome = (call: Promise<void>) =>
  call.then(
    () => 'ok',
    (error: { code: string; retryAfter?: number }) => error.code,
  );

test('two processes count together, and one key does not count for another', async () => {
  expect(await outcome(here.spend(limit, 'a'))).toBe('ok');
  expect(await outcome(there.spend(limit, 'a'))).toBe('ok');
  expect(await outcome(here.spend(limit, 'a'))).toBe('ok');
  expect(await outcome(there.spend(limit, 'a'))).toBe('RATE_LIMITED');
  expect(await outcome(there.spend(limit, 'b'))).toBe('ok');
});

test('calls at once are all counted', async () => {
  const calls = Array.from({ length: 20 }, (_, n) => outcome((n % 2 ? here : there).spend(limit, 'crowd')));
  expect((await Promise.all(calls)).filter((one) => one === 'ok')).toHaveLength(3);
});

test('a window that is over counts from the start', async () => {
  const short = { name: 'short', points: 1, seconds: 0.05 };
  expect(await outcome(here.spend(short, 'a'))).toBe('ok');
  await expect.poll(() => outcome(there.spend(short, 'a')), { timeout: 5000 }).toBe('ok');
});

test('pauses begin with the last free try and are the same for every process', async () => {
  const tries = { name: 'tries', points: 2, seconds: 900 };
  expect(await outcome(here.pause(tries, 'a'))).toBe('ok');
  expect(await outcome(there.pause(tries, 'a'))).toBe('ok');
  expect(await outcome(here.pause(tries, 'a'))).toBe('RATE_LIMITED');
  await there.forget(tries, 'a');
  expect(await outcome(here.pause(tries, 'a'))).toBe('ok');
});

test('a pause doubles, is never longer than the limit says, and ends', async () => {
  const tries = { name: 'capped', points: 1, seconds: 0.1 };
  for (let round = 0; round < 5; round += 1)
    await expect.poll(() => outcome(here.pause(tries, 'a')), { timeout: 5000 }).toBe('ok');
});

test('wrong logins at one process pause the other', async () => {
  const { email } = await buildAccount(one.db, { passwordHash: await hashPassword('a-good-password') });
  const signIn = (app: typeof one) => app.as().call(login, { body: { email, password: 'wrong' } });
  let reply = await signIn(one);
  for (let round = 1; round < 12 && reply.status === 401; round += 1)
    reply = await signIn(round % 2 ? two : one);
  expect(reply.problem).toMatchObject({ code: 'RATE_LIMITED' });
});

test('requests for a reset and logins of one address count over both', async () => {
  const address = '192.0.2.77';
  const statuses = [];
  for (let round = 0; round < 11; round += 1) {
    const app = round % 2 ? two : one;
    const body = { email: `somebody-${round}@example.com` };
    statuses.push((await app.as({ address }).call(forgotPassword, { body })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
});

test('ten thousand accounts tried once each from one address: it ends after thirty', async () => {
  const address = '192.0.2.78';
  const codes = [];
  for (let round = 0; round < 33; round += 1) {
    const app = round % 2 ? two : one;
    const body = { email: `victim-${round}@example.com`, password: 'Summer2026!' };
    codes.push((await app.as({ address }).call(login, { body })).status);
  }
  expect(codes.slice(0, 30).every((code) => code === 401)).toBe(true);
  expect(codes.slice(30)).toEqual([429, 429, 429]);
});
