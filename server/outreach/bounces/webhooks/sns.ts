import { createVerify, X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** A message of Amazon SNS, as it is posted to a subscriber. */
export const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(4000),
  SigningCertURL: z.string().max(500),
  Subject: z.string().optional(),
  Token: z.string().optional(),
  SubscribeURL: z.string().max(2000).optional(),
});
export type SnsMessage = z.output<typeof snsMessage>;

const OF_NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const OF_SUBSCRIPTION = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const;

/** What SNS signs: the names and values of some fields, each in a line. Pure. */
export const signedText = (message: SnsMessage): string =>
  (message.Type === 'Notification' ? OF_NOTIFICATION : OF_SUBSCRIPTION)
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('');

/** An address of SNS itself by https; null for any other. Pure. */
export function snsAddress(text: string, path: RegExp): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isSns = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname);
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return isSns && isPlain && path.test(url.pathname) ? url : null;
}

const CERTIFICATE = /^\/SimpleNotificationService-[0-9a-f]{8,64}\.pem$/;
const MOST_BYTES = 64 * 1024;
const MOST_CERTIFICATES = 20;
const WAIT_MS = 5_000;

/** Reads a short text by https. Follows no redirect: the address was checked, and another one was not. */
export async function readFromAmazon(url: URL): Promise<string> {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(WAIT_MS) });
  if (!reply.ok) throw new Error(`Amazon answered ${reply.status}`);
  const bytes = await reply.arrayBuffer();
  if (bytes.byteLength > MOST_BYTES) throw new Error('Amazon answered too much');
  return Buffer.from(bytes).toString('utf8');
}

/** Checks signatures of SNS. Keeps the certificates that it has read. */
export function createSnsVerifier(): (message: SnsMessage, now: Date) => Promise<boolean> {
  const known = new Map<string, X509Certificate>();
  async function certificateAt(url: URL): Promise<X509Certificate> {
    const kept = known.get(url.href);
    if (kept) return kept;
    const certificate = new X509Certificate(await readFromAmazon(url));
    if (known.size >= MOST_CERTIFICATES) known.clear();
    known.set(url.href, certificate);
    return certificate;
  }
  return async (message, now) => {
    const url = snsAddress(message.SigningCertURL, CERTIFICATE);
    if (!url) return false;
    const certificate = await certificateAt(url);
    if (now < certificate.validFromDate || now > certificate.validToDate) return false;
    const verify = createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1');
    return verify
      .update(signedText(message), 'utf8')
      .verify(certificate.publicKey, message.Signature, 'base64');
  };
}
