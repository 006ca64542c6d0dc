/**
 * What a ticket's QR code says. Each new code of a ticket has a higher `codeVersion`. Older codes are then no longer
 * valid.
 */
export type TicketClaims = { eventId: number; attendeeId: number; codeVersion: number };

/** A code that is complete, and what its signature has to be checked against. */
export type TicketCode = TicketClaims & {
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
};

export const CODE_PREFIX = 'E1.';
const SIGNATURE_BYTES = 64;
const LONGEST = 200;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));

/** Reads base64url. Null for a text that is not its only spelling: the same bytes could be written in several ways. */
function readBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let rest = 0;
  let bits = 0;
  let at = 0;
  for (const letter of text) {
    const value = VALUES.get(letter);
    if (value === undefined) return null;
    rest = ((rest << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (rest >> bits) & 0xff;
    at += 1;
  }
  return (rest & ((1 << bits) - 1)) === 0 ? bytes : null;
}

/** LEB128: seven bits per byte, the low bits first. */
function varint(value: number): number[] {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole number >= 0: ${value}`);
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** The bytes of a code that stand for its three numbers. Throws for a number that is no whole number from 0 on. */
export const payloadOf = ({ eventId, attendeeId, codeVersion }: TicketClaims): number[] => [
  ...varint(eventId),
  ...varint(attendeeId),
  ...varint(codeVersion),
];

/** Null unless the bytes are exactly three numbers in their shortest form. */
function readPayload(bytes: Uint8Array): TicketClaims | null {
  const numbers: number[] = [];
  let value = 0;
  let factor = 1;
  for (const byte of bytes) {
    value += (byte % 128) * factor;
    factor *= 128;
    if (!Number.isSafeInteger(value)) return null;
    if (byte < 128) {
      numbers.push(value);
      value = 0;
      factor = 1;
    }
  }
  const [eventId, attendeeId, codeVersion] = numbers;
  if (numbers.length !== 3 || eventId === undefined || attendeeId === undefined || codeVersion === undefined)
    return null;
  const claims = { eventId, attendeeId, codeVersion };
  const own = payloadOf(claims);
  return own.length === bytes.length && own.every((byte, at) => byte === bytes[at]) ? claims : null;
}

/** The bytes that a signature stands for. */
export const signedBytes = (payload: ArrayLike<number>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(CODE_PREFIX.length + payload.length);
  for (let at = 0; at < CODE_PREFIX.length; at += 1) bytes[at] = CODE_PREFIX.charCodeAt(at);
  bytes.set(payload, CODE_PREFIX.length);
  return bytes;
};

/**
 * Reads a scanned code without checking its signature. What it claims only says which key to check it with. Null for a text
 * that is not exactly one of our codes. Never throws.
 */
export function readTicketCode(text: string): TicketCode | null {
  if (!text.startsWith(CODE_PREFIX) || text.length > LONGEST) return null;
  const bytes = readBase64url(text.slice(CODE_PREFIX.length));
  if (!bytes || bytes.length <= SIGNATURE_BYTES) return null;
  const payload = bytes.subarray(0, -SIGNATURE_BYTES);
  const claims = readPayload(payload);
  return claims && { ...claims, signed: signedBytes(payload), signature: bytes.slice(-SIGNATURE_BYTES) };
}

/**
 * Whether a text that `readTicketCode` refuses is likely a part of one of our codes: a slow scanner lost the end, or capital
 * letters were exchanged for small ones. Scanning again helps.
 */
export const isPartOfCode = (text: string): boolean =>
  /^e1\./i.test(text) || (text !== '' && CODE_PREFIX.startsWith(text));

/** The number of a ticket (`ENT-7K3Q9F-1`) or of an order, which lacks the last part. */
const NUMBER = /^ENT-[2-9A-HJ-NP-Z]{6,}(-\d+)?$/;

/** The number that somebody typed or scanned instead of a code, as it is written; else null. It identifies and opens no door. */
export function readTicketNumber(text: string): string | null {
  const number = text.trim().toUpperCase();
  return NUMBER.test(number) ? number : null;
}

/** What a text that `readTicketCode` refuses is instead of one of our codes. */
export function kindOfOther(text: string): 'unreadable' | 'number' | 'foreign' {
  if (isPartOfCode(text)) return 'unreadable';
  return readTicketNumber(text) === null ? 'foreign' : 'number';
}
