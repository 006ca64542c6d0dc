import { expect, test } from 'vitest';
import {
  isPartOfCode,
  kindOfOther,
  payloadOf,
  readTicketCode,
  readTicketNumber,
  signedBytes,
} from './ticket-code.ts';

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

test.each([
  ['ENT-7K3Q9F-1', 'ENT-7K3Q9F-1'],
  [' ent-7k3q9f-12 ', 'ENT-7K3Q9F-12'],
  ['ENT-7K3Q9F', 'ENT-7K3Q9F'],
  ['ENT-7K3Q9F-', null],
  ['ENT-7K3Q0I-1', null],
  ['ENT-1', null],
  ['4006381333931', null],
  [code, null],
])('the number in %s', (text, number) => {
  expect(readTicketNumber(text)).toBe(number);
});

test.each([
  [code.slice(0, 20), 'unreadable'],
  ['ent-7k3q9f-1', 'number'],
  ['4006381333931', 'foreign'],
])('what %s is instead of a code', (text, kind) => {
  expect(kindOfOther(text)).toBe(kind);
});
