import { generateKeyPairSync } from 'node:crypto';
import { readTicketCode } from '@entrada/contract/door/ticket-code';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { IS_DEEP } from '../../test/deep.ts';
import { signTicketCode, verifyTicketCode } from './core/ticket-code.ts';

vi.setConfig({ testTimeout: 600_000 });

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ';
const claims = fc.record({
  eventId: fc.integer({ min: 1, max: 2 ** 40 }),
  attendeeId: fc.integer({ min: 1, max: 2 ** 40 }),
  codeVersion: fc.integer({ min: 1, max: 1000 }),
});
const letter = fc.constantFrom(...ALPHABET);
const at = fc.nat({ max: 200 });

/** One thing done to a code: another letter, one more, one less, two exchanged, the end cut off, or something added. */
const change: fc.Arbitrary<(code: string) => string> = fc.oneof(
  fc.tuple(at, letter).map(
    ([i, to]) =>
      (code: string) =>
        code.slice(0, i % code.length) + to + code.slice((i % code.length) + 1),
  ),
  fc.tuple(at, letter).map(
    ([i, to]) =>
      (code: string) =>
        code.slice(0, i % code.length) + to + code.slice(i % code.length),
  ),
  at.map((i) => (code: string) => code.slice(0, i % code.length) + code.slice((i % code.length) + 1)),
  at.map((i) => (code: string) => code.slice(0, i % code.length)),
  fc.string({ minLength: 1, maxLength: 8 }).map((end) => (code: string) => code + end),
  fc.constant((code: string) => code.toLowerCase()),
  fc.tuple(at, at).map(([i, j]) => (code: string) => {
    const letters = [...code];
    const [one, other] = [i % letters.length, j % letters.length];
    [letters[one], letters[other]] = [letters[other] ?? '', letters[one] ?? ''];
    return letters.join('');
  }),
);

/** Of so many codes with one to three changes, none is accepted, and the same codes unchanged are. */
function expectNoneAccepted(numRuns: number): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  let tried = 0;
  fc.assert(
    fc.property(claims, fc.array(change, { minLength: 1, maxLength: 3 }), (one, changes) => {
      const code = signTicketCode(one, privateKey);
      const mutated = changes.reduce((text, to) => to(text), code);
      if (mutated === code) return;
      tried += 1;
      expect(verifyTicketCode(mutated, publicKey)).toBeNull();
      // Whatever it claims, it is not read as the code that it was made from.
      const read = readTicketCode(mutated);
      if (read) expect(verifyTicketCode(code, publicKey)).toEqual(one);
    }),
    { numRuns },
  );
  expect(tried).toBeGreaterThan(numRuns * 0.9);
}

// Row B3.
test('no changed code is accepted', () => expectNoneAccepted(IS_DEEP ? 110_000 : 2_000));
