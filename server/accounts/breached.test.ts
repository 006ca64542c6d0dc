import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgotPassword, register, resetPassword } from '@entrada/contract/accounts/accounts';
import { expect, test } from 'vitest';
import { buildTestApp } from '../test/app.ts';
import { BYTES, isBreached } from './breached.ts';
import { buildAccount } from './factory.ts';
import { mailsTo } from './mails-fixture.ts';

const app = await buildTestApp();

test.each(['password', '12345678', 'Football', 'QWERTYUIOP', '1qaz2wsx', 'trustno1', 'iloveyou', 'princess'])(
  '%s is known from breaches',
  (password) => expect(isBreached(password)).toBe(true),
);

test('passwords that nobody guesses first are free', () => {
  for (const password of [
    'correct horse battery staple',
    'a-good-password',
    'contraseña nueva 9',
    '我的密码很长很长',
  ])
    expect(isBreached(password), password).toBe(false);
  for (let nth = 0; nth < 20_000; nth += 1) {
    const password = randomBytes(9).toString('base64');
    expect(isBreached(password), password).toBe(false);
  }
});

test('the list is sorted without doubles, and each of its marks is found', () => {
  const list = readFileSync(join(import.meta.dirname, 'breached-passwords.bin'));
  expect(list.length % BYTES).toBe(0);
  const marks = Array.from({ length: list.length / BYTES }, (_, at) =>
    list.toString('hex', at * BYTES, (at + 1) * BYTES),
  );
  expect(marks).toEqual([...new Set(marks)].sort());
  expect(marks.length).toBeGreaterThan(15_000);
});

test('nobody registers with one, and nobody gets one by a mailed link, which stays good', async () => {
  const refused = { errors: [{ path: 'password', code: 'breached_password' }] };
  const email = 'breached@example.com';
  const person = { firstName: 'Ana', lastName: 'Prueba', email, termsAgreed: true } as const;
  const registerWith = (password: string) =>
    app.as().call(register, { body: { ...person, password, passwordConfirmation: password } });
  expect((await registerWith('Football')).problem).toMatchObject({ code: 'VALIDATION_FAILED', ...refused });
  expect((await registerWith('a football for Ana')).status).toBe(201);

  const known = await buildAccount(app.db);
  await app.as().call(forgotPassword, { body: { email: known.email } });
  const token = (await mailsTo(app, known.email))[0]?.link('/auth/reset-password/') ?? '';
  const reset = (password: string) =>
    app.as().call(resetPassword, { params: { token }, body: { password, passwordConfirmation: password } });
  expect((await reset('password1')).problem).toMatchObject(refused);
  expect((await reset('a password for Ana')).status).toBe(204);
});
