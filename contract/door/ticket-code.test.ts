import { expect, test } from 'vitest';
import { isPartOfCode, payloadOf, readTicketCode, signedBytes } from './ticket-code.ts';

const claims = { eventId: 1_000_001, attendeeId: 987_654_321, codeVersion: 3 };
const bytes = [...payloadOf(claims), ...Array.from({ length: 64 }, (_, at) => (at * 37) % 256)];
const code = `E1.${Buffer.from(bytes).toString('base64url')}`;

test('reads what a code claims, and what its signature stands for', () => {
  const read = readTicketCode(code);
  expect(read).toMatchObject(claims);
  expect([...(read?.signature ?? [])]).toEqual(bytes.slice(-64));
  expect(read?.signed).toEqual(signedBytes(payloadOf(claims)));
});

test('each beginning of a code is a part of one, and none is read as a code', () => {
  for (let length = 1; length < code.length; length += 1) {
    const part = code.slice(0, length);
    expect(readTicketCode(part)).toBeNull();
    expect(isPartOfCode(part)).toBe(true);
  }
});

test('a second spelling is no code', () => {
  expect(readTicketCode(`${code}=`)).toBeNull();
  expect(readTicketCode(`${code} `)).toBeNull();
});

test.each([
  ['capital letters exchanged', code.toLowerCase(), true],
  ['an address', 'https://example.org/E1.', false],
  ['a number', '4006381333931', false],
  ['nothing', '', false],
] as const)('%s', (_, text, isPart) => {
  expect(isPartOfCode(text)).toBe(isPart);
});
