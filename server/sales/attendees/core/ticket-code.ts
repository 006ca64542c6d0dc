import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  CODE_PREFIX,
  payloadOf,
  readTicketCode,
  signedBytes,
  type TicketClaims,
} from '@entrada/contract/door/ticket-code';

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

/**
 * The text of a QR code: `E1.`, then the payload and its Ed25519 signature in base64url; about 95 characters. `key` is
 * the stored bytes, as `readPrivateKey` takes them, or a key that was already read.
 */
export function signTicketCode(code: TicketClaims, key: Uint8Array | KeyObject): string {
  const privateKey = key instanceof Uint8Array ? readPrivateKey(key) : key;
  const payload = payloadOf(code);
  const signature = sign(null, signedBytes(payload), privateKey);
  return CODE_PREFIX + Buffer.concat([Buffer.from(payload), signature]).toString('base64url');
}

/**
 * What a code claims, without a check of its signature. Use it to choose the key, or to say to which event a foreign
 * code belongs.
 */
export function peekTicketCode(text: string): TicketClaims | null {
  const code = readTicketCode(text);
  return code && claimsOf(code);
}

const claimsOf = ({ eventId, attendeeId, codeVersion }: TicketClaims): TicketClaims => ({
  eventId,
  attendeeId,
  codeVersion,
});

/** What a code says if the key's owner signed exactly this text; null otherwise. Never throws. */
export function verifyTicketCode(text: string, publicKey: KeyObject): TicketClaims | null {
  const code = readTicketCode(text);
  return code && verify(null, code.signed, publicKey, code.signature) ? claimsOf(code) : null;
}
