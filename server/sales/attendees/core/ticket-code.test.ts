import { generateKeyPairSync, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  peekTicketCode,
  readPrivateKey,
  readPublicKey,
  signTicketCode,
  verifyTicketCode,
} from './ticket-code.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ';

test.each([
  { eventId: 1, attendeeId: 1, codeVersion: 1 },
  { eventId: 127, attendeeId: 128, codeVersion: 16_384 },
  { eventId: 9_007_199_254_740_991, attendeeId: 4_294_967_296, codeVersion: 2_147_483_647 },
])('%j is read back as it was signed', (code) => {
  const text = signTicketCode(code, privateKey);
  expect(verifyTicketCode(text, publicKey)).toEqual(code);
  expect(peekTicketCode(text)).toEqual(code);
  expect(text.length).toBeLessThan(125);
});

test('keys are read from DER and from 32 raw bytes', () => {
  const code = { eventId: 7, attendeeId: 8, codeVersion: 1 };
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  for (const [secret, open] of [
    [der, spki],
    [der.subarray(-32), spki.subarray(-32)],
  ] as const) {
    expect(verifyTicketCode(signTicketCode(code, readPrivateKey(secret)), readPublicKey(open))).toEqual(code);
  }
});

test('another event’s key does not open it', () => {
  const text = signTicketCode(
    { eventId: 1, attendeeId: 2, codeVersion: 1 },
    generateKeyPairSync('ed25519').privateKey,
  );
  expect(verifyTicketCode(text, publicKey)).toBeNull();
});

test('20,000 changed codes: none is accepted', () => {
  const text = signTicketCode({ eventId: 4711, attendeeId: 123_456, codeVersion: 3 }, privateKey);
  const pick = () => ALPHABET[randomInt(ALPHABET.length)] ?? 'A';
  const changes = [
    (at: number) => text.slice(0, at) + pick() + text.slice(at + 1),
    (at: number) => text.slice(0, at) + text.slice(at + 1),
    (at: number) => text.slice(0, at) + pick() + text.slice(at),
    (at: number) => text.slice(0, at),
    (at: number) => text.slice(at) + text.slice(0, at),
  ];
  let accepted = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const changed = changes[round % changes.length]?.(randomInt(text.length)) ?? '';
    if (changed !== text && verifyTicketCode(changed, publicKey)) accepted += 1;
  }
  expect(accepted).toBe(0);
  for (const rubbish of [
    '',
    'E1.',
    'E1',
    'https://example.com',
    `${text}=`,
    ` ${text}`,
    text.toLowerCase(),
    `${text}\n`,
  ]) {
    expect(verifyTicketCode(rubbish, publicKey)).toBeNull();
  }
});
