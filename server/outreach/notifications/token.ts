import { createHmac } from 'node:crypto';
import type { Digest } from '@entrada/contract/outreach/notifications';
import { deriveKey, sameText } from '../../platform/secrets.ts';

const LETTERS = { daily: 'd', weekly: 'w' } as const satisfies Record<Digest, string>;

const signatureOf = (secret: string, signed: string): string =>
  createHmac('sha256', deriveKey(secret, 'unsubscribe')).update(signed).digest('base64url');

/** A link's end that switches one summary of one person off, without a login. It holds no address. Pure. */
export function digestToken(secret: string, { id, which }: { id: number; which: Digest }): string {
  const signed = `${LETTERS[which]}${id}`;
  return `${signed}.${signatureOf(secret, signed)}`;
}

/** The summary of a token; null if the token is another one or was not made here. Pure. */
export function digestOf(secret: string, token: string): { id: number; which: Digest } | null {
  const [signed = '', signature = ''] = token.split('.');
  const which = signed.startsWith('d') ? 'daily' : signed.startsWith('w') ? 'weekly' : null;
  if (!which || !sameText(signature, signatureOf(secret, signed))) return null;
  return { id: Number(signed.slice(1)), which };
}
