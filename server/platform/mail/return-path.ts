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

/** The token in a return path; null for any other address. Pure. */
export function tokenInAddress({ address }: Config['bounces'], given: string): string | null {
  const at = given.lastIndexOf('@');
  if (!address || given.slice(at + 1).toLowerCase() !== address.domain.toLowerCase()) return null;
  const prefix = `${address.local.toLowerCase()}+`;
  const local = given.slice(0, at).toLowerCase();
  return local.startsWith(prefix) ? local.slice(prefix.length) : null;
}

/** The field by which Postmark and Mailgun name the mail in their reports. */
export const TOKEN_FIELD = 'entrada-mail';

/** The headers that mail services keep to themselves, and send back with a report. Pure. */
export function reportHeaders({ secret, bounces }: Settings, mailId: number): Record<string, string> {
  const token = mailToken(secret, mailId);
  return {
    ...(bounces.postmarkSecret !== null && { [`X-PM-Metadata-${TOKEN_FIELD}`]: token }),
    ...(bounces.mailgunKey !== null && { 'X-Mailgun-Variables': JSON.stringify({ [TOKEN_FIELD]: token }) }),
  };
}
