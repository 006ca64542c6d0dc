import { createHmac } from 'node:crypto';
import type { Config } from '../../config/environment.ts';
import { deriveKey, sameText } from '../secrets.ts';

/** Hexadecimal letters of a signature: 96 bits. Mail servers may change the case of an address. */
const SIGNATURE_LENGTH = 24;
const TOKEN = /^([0-9a-z]{1,13})-([0-9a-f]{24})$/;

const signatureOf = (secret: string, mailId: number): string =>
  createHmac('sha256', deriveKey(secret, 'bounces'))
    .update(String(mailId))
    .digest('hex')
    .slice(0, SIGNATURE_LENGTH);

/** What stands for a mail in reports about it. Nobody can make one without the installation's secret. Pure. */
export const mailToken = (secret: string, mailId: number): string =>
  `${mailId.toString(36)}-${signatureOf(secret, mailId)}`;

/** The mail of a token, in whichever case it comes back; null if it was not made here. Pure. */
export function mailOfToken(secret: string, token: string): number | null {
  const [, id = '', signature = ''] = TOKEN.exec(token.toLowerCase()) ?? [];
  const mailId = Number.parseInt(id, 36);
  if (!Number.isSafeInteger(mailId)) return null;
  return sameText(signature, signatureOf(secret, mailId)) ? mailId : null;
}

type Settings = Pick<Config, 'secret' | 'bounces'>;

/** The address to which mail servers report about one mail; null if there is no mailbox for reports. Pure. */
export function returnPath({ secret, bounces }: Settings, mailId: number): string | null {
  if (!bounces.address) return null;
  const { local, domain } = bounces.address;
  return `${local}+${mailToken(secret, mailId)}@${domain}`;
}

/** The token of the first return path in a text; null if there is none. Pure. */
export function tokenIn({ address }: Config['bounces'], text: string): string | null {
  if (!address) return null;
  const [local, domain] = [address.local, address.domain].map((part) => part.replace(/[.-]/g, '\\$&'));
  const pattern = `(?<![\\w.+-])${local}\\+([0-9a-z]{1,13}-[0-9a-f]{24})@${domain}(?![\\w.-])`;
  return new RegExp(pattern, 'i').exec(text)?.[1]?.toLowerCase() ?? null;
}

/** The field by which Postmark and Mailgun name the mail in their reports. */
export const TOKEN_FIELD = 'entrada-mail';

/** A header that is written as it is. Otherwise the library would encode the signs of JSON, which Mailgun does not expect. */
type Written = { prepared: true; value: string };
const written = (value: string): Written => ({ prepared: true, value });

/** The headers by which mail services learn of the mail's token. They send it back with a report. Pure. */
export function reportHeaders({ secret, bounces }: Settings, mailId: number): Record<string, Written> {
  const token = mailToken(secret, mailId);
  return {
    ...(bounces.postmarkSecret !== null && { [`X-PM-Metadata-${TOKEN_FIELD}`]: written(token) }),
    ...(bounces.mailgunKey !== null && {
      'X-Mailgun-Variables': written(JSON.stringify({ [TOKEN_FIELD]: token })),
    }),
  };
}
