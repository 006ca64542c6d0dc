import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** The last 32 bytes of an Ed25519 SubjectPublicKeyInfo are the key itself. */
const RAW_LENGTH = 32;

/** A fresh Ed25519 pair: the public half as its 32 bytes, the private one as PKCS#8 DER. */
export function makeSigningKeys(): { publicKey: Buffer; privateKey: Buffer } {
  const pair = generateKeyPairSync('ed25519');
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_LENGTH),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/** The stored private half, ready for `sign(null, data, key)`. */
export function toSigningKey(stored: Buffer): KeyObject {
  return createPrivateKey({ key: stored, type: 'pkcs8', format: 'der' });
}
