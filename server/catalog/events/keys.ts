import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The last 32 bytes of an Ed25519 SubjectPublicKeyInfo are the key itself. */
const RAW_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const NAME_LENGTH = 8;

/** A fresh Ed25519 pair: the public half as its 32 bytes, the private one as PKCS#8 DER. */
export function makeSigningKeys(): { publicKey: Buffer; privateKey: Buffer } {
  const pair = generateKeyPairSync('ed25519');
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_LENGTH),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/** The key that seals private keys, and its name, which says nothing about it. */
export type Seal = { key: Buffer; name: Buffer };

/** Derives the seal of an installation from its secret (HKDF-SHA-256). */
export function sealOf(secret: string): Seal {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `entrada:event-keys:${purpose}`, length));
  return { key: derive('seal', 32), name: derive('name', NAME_LENGTH) };
}

export type Pair = { publicKey: Buffer; privateKey: Buffer };
/** The stored form of a pair. `sealedBy` is the name of the seal; null if the private half is raw. */
export type StoredPair = Pair & { sealedBy: Buffer | null };

/** Encrypts the private half (AES-256-GCM) together with what it belongs to: a nonce, the text and its tag. */
export function sealed({ publicKey, privateKey }: Pair, seal: Seal): StoredPair & { sealedBy: Buffer } {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', seal.key, nonce).setAAD(publicKey);
  const text = Buffer.concat([cipher.update(privateKey), cipher.final()]);
  return {
    publicKey,
    privateKey: Buffer.concat([nonce, text, cipher.getAuthTag()]),
    sealedBy: seal.name,
  };
}

/** The private half, ready for `sign(null, data, key)`. Throws if it was sealed by another seal or changed since. */
export function opened({ publicKey, privateKey, sealedBy }: StoredPair, seal: Seal): KeyObject {
  if (sealedBy === null) return toSigningKey(privateKey);
  const decipher = createDecipheriv('aes-256-gcm', seal.key, privateKey.subarray(0, NONCE_LENGTH))
    .setAAD(publicKey)
    .setAuthTag(privateKey.subarray(-TAG_LENGTH));
  const text = privateKey.subarray(NONCE_LENGTH, -TAG_LENGTH);
  return toSigningKey(Buffer.concat([decipher.update(text), decipher.final()]));
}

/** A private half in PKCS#8 DER, ready for `sign(null, data, key)`. */
const toSigningKey = (der: Buffer): KeyObject => createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
