import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * What a ticket's QR code says. Each new code of a ticket has a higher `codeVersion`. Older codes are then no longer
 * valid.
 */
export type TicketCode = { eventId: number; attendeeId: number; codeVersion: number };

const PREFIX = 'E1.';
const SIGNATURE_BYTES = 64;
/** The DER prefix of a raw 32-byte private key, as RFC 8410 defines it. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** Reads an Ed25519 private key from its stored bytes: DER (PKCS #8), or the 32 raw bytes. */
export function readPrivateKey(bytes: Uint8Array): KeyObject {
  const der = bytes.length === 32 ? Buffer.concat([PKCS8_HEAD, bytes]) : Buffer.from(bytes);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/**
 * Reads an Ed25519 public key from its stored bytes: DER (SPKI), or the 32 raw bytes. Read it once to check many codes.
 */
export function readPublicKey(bytes: Uint8Array): KeyObject {
  const der = bytes.length === 32 ? Buffer.concat([SPKI_HEAD, bytes]) : Buffer.from(bytes);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
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

function payloadOf(code: TicketCode): Buffer {
  return Buffer.from([...varint(code.eventId), ...varint(code.attendeeId), ...varint(code.codeVersion)]);
}

/**
 * Reads the payload's three numbers. Answers null unless the bytes are exactly three numbers in their shortest form.
 */
function readPayload(bytes: Uint8Array): TicketCode | null {
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
  const code = { eventId, attendeeId, codeVersion };
  return payloadOf(code).equals(bytes) ? code : null;
}

const signedBytes = (payload: Uint8Array) => Buffer.concat([Buffer.from(PREFIX), payload]);

/**
 * The text of a QR code: `E1.`, then the payload and its Ed25519 signature in base64url; about 95 characters. `key` is
 * the stored bytes, as `readPrivateKey` takes them, or a key that was already read.
 */
export function signTicketCode(code: TicketCode, key: Uint8Array | KeyObject): string {
  const privateKey = key instanceof Uint8Array ? readPrivateKey(key) : key;
  const payload = payloadOf(code);
  const signature = sign(null, signedBytes(payload), privateKey);
  return PREFIX + Buffer.concat([payload, signature]).toString('base64url');
}

function decode(text: string): Buffer | null {
  if (!text.startsWith(PREFIX) || text.length > 200) return null;
  const body = text.slice(PREFIX.length);
  const bytes = Buffer.from(body, 'base64url');
  // The same bytes can be spelled in several ways. Only our own spelling is a code that we wrote.
  return bytes.toString('base64url') === body && bytes.length > SIGNATURE_BYTES ? bytes : null;
}

/**
 * What a code claims, without a check of its signature. Use it to choose the key, or to say to which event a foreign
 * code belongs.
 */
export function peekTicketCode(text: string): TicketCode | null {
  const bytes = decode(text);
  return bytes && readPayload(bytes.subarray(0, -SIGNATURE_BYTES));
}

/** What a code says if the key's owner signed exactly this text; null otherwise. Never throws. */
export function verifyTicketCode(text: string, publicKey: KeyObject): TicketCode | null {
  const bytes = decode(text);
  if (!bytes) return null;
  const payload = bytes.subarray(0, -SIGNATURE_BYTES);
  const code = readPayload(payload);
  return code && verify(null, signedBytes(payload), publicKey, bytes.subarray(-SIGNATURE_BYTES))
    ? code
    : null;
}
