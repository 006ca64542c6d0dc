import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer } from '@entrada/contract/accounts/sign-in';

type Value = number | string | Buffer | Map<number | string, Value>;

/** The few forms of CBOR that an attestation needs. */
function cbor(value: Value): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    if (size < 256) return Buffer.from([(major << 5) | 24, size]);
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((one) => cbor(one as Value))]);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const PRESENT_AND_VERIFIED = 0b101;
const PRESENT = 0b001;
const WITH_CREDENTIAL = 0b0100_0000;

/**
 * An authenticator in software with one key (ES256). `origin` is the page that asks, `verifies` whether it checks a finger
 * or a PIN. `count` grows with each use, as a hardware key does.
 */
export function makeAuthenticator({ origin = 'http://localhost:4000', verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const state = { count: 0 };
  const flags = verifies ? PRESENT_AND_VERIFIED : PRESENT;
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, more: number, tail = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(state.count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | more]), count, tail]);
  };
  const answer = (response: Record<string, string | string[]>): PasskeyAnswer =>
    ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }) as PasskeyAnswer;
  return {
    id,
    state,
    /** Makes the key for what `askNewPasskey` asks. */
    create: (asked: Record<string, unknown>): PasskeyAnswer => {
      const { id: rpId } = asked['rp'] as { id: string };
      const key = new Map<number, Value>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const size = Buffer.from([0, credentialId.length]);
      const tail = Buffer.concat([Buffer.alloc(16), size, credentialId, cbor(key)]);
      const attestation = new Map<string, Value>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(rpId, WITH_CREDENTIAL, tail)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', asked['challenge']).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Signs what `askPasskey` asks. */
    get: (asked: Record<string, unknown>): PasskeyAnswer => {
      state.count += 1;
      const data = authData(String(asked['rpId']), 0);
      const client = clientData('webauthn.get', asked['challenge']);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
}
