import { createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { signedText, snsMessage } from './webhooks/sns.ts';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const time = (text: string) => der(0x17, Buffer.from(text));
/** sha256WithRSAEncryption. */
const ALGORITHM = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));

/** A certificate for a key, valid until the year 2049. */
function certificateOf({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): string {
  const facts = sequence(
    der(0x02, Buffer.from([1])),
    ALGORITHM,
    sequence(),
    sequence(time('200101000000Z'), time('491231235959Z')),
    sequence(),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', facts, privateKey);
  const whole = sequence(facts, ALGORITHM, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:entrada-bounces';
export const CERTIFICATE_URL =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';

/** An Amazon SNS with a key of its own, which signs as the real one does. */
export function fakeSns() {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = certificateOf(pair);
  let count = 0;
  const signed = (fields: Record<string, string>, version: '1' | '2' = '2'): string => {
    count += 1;
    const message = {
      Type: 'Notification',
      MessageId: `00000000-0000-0000-0000-${String(count).padStart(12, '0')}`,
      TopicArn: TOPIC,
      Timestamp: '2026-11-23T12:00:00.000Z',
      SignatureVersion: version,
      SigningCertURL: CERTIFICATE_URL,
      Signature: '',
      ...fields,
    };
    const signer = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1');
    const Signature = signer.update(signedText(snsMessage.parse(message))).sign(pair.privateKey, 'base64');
    return JSON.stringify({ ...message, Signature });
  };
  return { certificate, signed };
}
