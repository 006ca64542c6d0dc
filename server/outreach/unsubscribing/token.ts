import { createHmac } from 'node:crypto';
import { deriveKey, sameText } from '../../platform/secrets.ts';

const signatureOf = (secret: string, recipientId: number): string =>
  createHmac('sha256', deriveKey(secret, 'unsubscribe')).update(String(recipientId)).digest('base64url');

/**
 * The signed number of a recipient, which stands for an address and an account. It holds neither, and nobody can make one
 * without the installation's secret. Pure.
 */
export const unsubscribeToken = (secret: string, recipientId: number): string =>
  `${recipientId}.${signatureOf(secret, recipientId)}`;

/** The recipient of a token; null if the token was not made here. Pure. */
export function recipientOf(secret: string, token: string): number | null {
  const [id = '', signature = ''] = token.split('.');
  return sameText(signature, signatureOf(secret, Number(id))) ? Number(id) : null;
}
