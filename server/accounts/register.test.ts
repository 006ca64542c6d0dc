import { getMe, register } from '@entrada/contract/accounts/accounts';
import type { InputOf } from '@entrada/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '../test/app.ts';
import { proofHeaders } from '../test/proof.ts';
import { mailsTo } from './mails-fixture.ts';

const app = await buildTestApp();

type Body = InputOf<typeof register>['body'];

let count = 0;
const freshEmail = () => {
  count += 1;
  return `iria-${count}@example.com`;
};

const bodyOf = (changes: Partial<Record<keyof Body, unknown>> = {}): Body => ({
  firstName: 'Iria',
  lastName: 'Novo',
  email: freshEmail(),
  password: 'a-good-password',
  passwordConfirmation: 'a-good-password',
  termsAgreed: true,
  ...(changes as Partial<Body>),
});

const send = (changes: Partial<Record<keyof Body, unknown>> = {}) =>
  app.as().call(register, { body: bodyOf(changes) });

describe('registering', () => {
  test('makes a user with an account of their own, signed in and not yet confirmed', async () => {
    const client = app.as();
    const email = freshEmail();
    const reply = await client.call(register, {
      body: bodyOf({ email, locale: 'de', timezone: 'Europe/Berlin' }),
    });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      status: 'signed_in',
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user: { email, emailConfirmed: false, locale: 'de', role: 'owner', hasOrganizer: false },
    });
    const me = await client.call(getMe, {});
    expect(me.body.data).toMatchObject({ email, account: { name: 'Iria Novo', timezone: 'Europe/Berlin' } });
    const [mail] = await mailsTo(app, email);
    expect(mail?.kind).toBe('confirm_email');
    expect(mail?.text).toMatch(
      new RegExp(`/manage/profile/confirm-email-address/[\\w-]{43}\\?user=${me.body.data.id}`),
    );
  });

  test('keeps no password in clear and no token at all', async () => {
    const email = freshEmail();
    const { body } = await send({ email });
    const user = await app.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(user.password_hash).toMatch(/^\$argon2id\$/);
    const token = body.data.status === 'signed_in' ? body.data.token : '';
    const sessions = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
    expect(sessions).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(token);
    expect(sessions[0]?.token_hash).toHaveLength(32);
  });

  test('a known address makes nothing, in any spelling: its owner is mailed once and nobody is signed in', async () => {
    const email = freshEmail();
    await send({ email });
    const client = app.as();
    for (const spelling of [email, email.toUpperCase(), `  ${email} `]) {
      const reply = await client.call(register, {
        body: bodyOf({ email: spelling, password: 'other-password', passwordConfirmation: 'other-password' }),
      });
      expect(reply.status).toBe(201);
      expect(reply.body.data).toEqual({ status: 'check_mailbox' });
    }
    expect(client.jar).toEqual({});
    const mails = await mailsTo(app, email);
    expect(mails.map(({ kind }) => kind)).toEqual(['confirm_email', 'email_already_registered']);
    const users = await app.db.selectFrom('users').select('id').where('email', 'ilike', email).execute();
    expect(users).toHaveLength(1);
  });

  test('the same address twice at the same moment makes one user', async () => {
    const email = freshEmail();
    const replies = await Promise.all([send({ email }), send({ email: email.toUpperCase() })]);
    expect(replies.map(({ body }) => body.data.status).sort()).toEqual(['check_mailbox', 'signed_in']);
  });
});

describe('what is refused', () => {
  const long = (length: number) => 'x'.repeat(length);
  const local = (length: number) => `${'a'.repeat(length)}@example.com`;

  test.each<[string, Partial<Record<keyof Body, unknown>>, string, string]>([
    ['no first name', { firstName: '' }, 'firstName', 'required'],
    ['a blank first name', { firstName: '  \t ' }, 'firstName', 'required'],
    ['51 letters of first name', { firstName: long(51) }, 'firstName', 'too_long'],
    ['NUL in a name', { firstName: 'I\u0000ria' }, 'firstName', 'invalid_characters'],
    ['half a character in a name', { lastName: '\ud800' }, 'lastName', 'invalid_characters'],
    ['51 letters of last name', { lastName: long(51) }, 'lastName', 'too_long'],
    ['no email', { email: '' }, 'email', 'invalid_email'],
    ['an email without a domain', { email: 'iria@' }, 'email', 'invalid_email'],
    ['two addresses', { email: 'a@example.com,b@example.com' }, 'email', 'invalid_email'],
    ['a line break in the email', { email: 'a@example.com\nBcc: b@example.com' }, 'email', 'invalid_email'],
    ['too long an email', { email: local(243) }, 'email', 'too_long'],
    [
      'seven characters of password',
      { password: long(7), passwordConfirmation: long(7) },
      'password',
      'too_short',
    ],
    ['201 of them', { password: long(201), passwordConfirmation: long(201) }, 'password', 'too_long'],
    [
      'another confirmation',
      { passwordConfirmation: 'a-good-passwore' },
      'passwordConfirmation',
      'must_match',
    ],
    ['terms not agreed', { termsAgreed: false }, 'termsAgreed', 'must_be_agreed'],
    ['terms agreed in another way', { termsAgreed: 'true' }, 'termsAgreed', 'must_be_agreed'],
    ['a language we do not have', { locale: 'tlh' }, 'locale', 'invalid_choice'],
    ['a zone on another planet', { timezone: 'Mars/Olympus' }, 'timezone', 'invalid_timezone'],
  ])('%s', async (_, changes, path, code) => {
    const reply = await send(changes);
    expect(reply.status).toBe(422);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test.each<[string, Partial<Record<keyof Body, unknown>>]>([
    ['one letter of first name and no last name', { firstName: 'I', lastName: '' }],
    ['50 letters each', { firstName: long(50), lastName: long(50) }],
    ['eight characters of password', { password: long(8), passwordConfirmation: long(8) }],
    ['200 of them', { password: long(200), passwordConfirmation: long(200) }],
  ])('and at the edge accepted: %s', async (_, changes) => {
    expect((await send(changes)).status).toBe(201);
  });

  test('fields that nobody may set', async () => {
    const reply = await app.as().send({
      method: 'POST',
      url: '/api/auth/register',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...bodyOf(), role: 'owner', emailConfirmed: true }),
    });
    expect(reply.statusCode).toBe(422);
    expect(
      reply
        .json()
        .errors.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['emailConfirmed', 'role']);
  });

  test('a sixth registration within an hour from one address asks for proof of work, and goes through with it', async () => {
    const client = app.as();
    // A form with mistakes does not count.
    for (let round = 0; round < 6; round += 1) {
      const refused = await client.call(register, { body: bodyOf({ firstName: '' }) });
      expect(refused.status).toBe(422);
    }
    const replies = [];
    for (let round = 0; round < 6; round += 1) replies.push(await client.call(register, { body: bodyOf() }));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
    const asked = replies[5];
    expect(Number(asked?.headers['retry-after'])).toBeGreaterThan(3000);
    if (!asked) throw new Error('no reply');
    const headers = await proofHeaders(asked);
    const body = bodyOf();
    expect((await client.call(register, { body }, { headers })).status).toBe(201);
    expect((await client.call(register, { body: bodyOf() }, { headers })).problem.code).toBe(
      'PROOF_REQUIRED',
    );
  });
});
