import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  codeAt,
  judgeCode,
  keyUri,
  newSecret,
  STEP_SECONDS,
  seal,
  stepAt,
  toBase32,
  unseal,
} from './totp.ts';

const other = (secret: Buffer) =>
  new TOTP({ secret: Secret.fromHex(secret.toString('hex')), algorithm: 'SHA1', digits: 6, period: 30 });

test('the codes are those of a second implementation', () => {
  for (let round = 0; round < 500; round += 1) {
    const secret = randomBytes(20);
    const seconds = Math.floor(Math.random() * 4e9);
    expect(codeAt(secret, stepAt(seconds))).toBe(other(secret).generate({ timestamp: seconds * 1000 }));
  }
});

test('the codes are those of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) expect(codeAt(secret, stepAt(seconds))).toBe(code);
});

test('an app reads the key and the address as we wrote them', () => {
  const secret = newSecret();
  expect(Secret.fromBase32(toBase32(secret)).hex.toLowerCase()).toBe(secret.toString('hex'));
  const read = new URL(keyUri(secret, { email: 'núria+x@example.org', issuer: 'Entrada' }));
  expect(decodeURIComponent(read.pathname)).toContain('Entrada:núria+x@example.org');
  expect(read.searchParams.get('secret')).toBe(toBase32(secret));
});

describe('a code', () => {
  const secret = newSecret();
  const factor = { secret, lastStep: 0, burnedStep: 0 };
  const now = stepAt(1_900_000_000);

  test.each(['', '12345', '1234567', '１２３４５６', 'Ꜯ麟ꐁᎷĪ!', '😀😀😀'])(
    '%j is wrong, however many bytes it has',
    (typed) => {
      expect(judgeCode(typed, factor, now)).toEqual({ ok: false, code: 'WRONG_CODE' });
    },
  );

  test.each([-30, 0, 30])('of a clock %s seconds off is right', (off) => {
    const step = now + off / STEP_SECONDS;
    expect(judgeCode(codeAt(secret, step), factor, now)).toEqual({ ok: true, step });
  });

  test.each([-120, 120, 300])(
    'of a clock %s seconds off says that the clock is wrong, and never works',
    (off) => {
      const burned = now + off / STEP_SECONDS;
      const typed = codeAt(secret, burned);
      expect(judgeCode(typed, factor, now)).toEqual({ ok: false, code: 'CLOCK_WRONG', burned });
      const later = judgeCode(typed, { ...factor, burnedStep: burned }, burned);
      expect(later).toEqual({ ok: false, code: 'WRONG_CODE' });
    },
  );

  test('works once, and no earlier one works after it', () => {
    const used = { ...factor, lastStep: now };
    for (const step of [now, now - 1])
      expect(judgeCode(codeAt(secret, step), used, now)).toEqual({ ok: false, code: 'CODE_USED' });
    expect(judgeCode(codeAt(secret, now + 1), used, now).ok).toBe(true);
  });

  test.each(['', '12345', '1234567', 'abcdef'])('%j is wrong', (typed) => {
    expect(judgeCode(typed, factor, now)).toEqual({ ok: false, code: 'WRONG_CODE' });
  });
});

test('a sealed secret opens for its owner with the key of the installation alone', () => {
  const [secret, key] = [newSecret(), randomBytes(32)];
  const sealed = seal(secret, key, 7);
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal(sealed, key, 7)).toEqual(secret);
  expect(() => unseal(sealed, key, 8)).toThrow();
  expect(() => unseal(sealed, randomBytes(32), 7)).toThrow();
});
