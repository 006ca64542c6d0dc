import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookFailureCode } from '../port.ts';

export const SIGNATURE_HEADER = 'test-bank-signature';

/** The largest difference between a webhook's timestamp and the own clock, in either direction. */
export const TOLERANCE_SECONDS = 300;

/** Derives every key of the bank from one configured secret. No key can be computed from another. */
export type BankKeys = { api: string; webhook: string; client: string };

export function deriveKeys(secret: string): BankKeys {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(`test-bank:${purpose}`).digest('base64url');
  return {
    api: `tb_sk_${derive('api')}`,
    webhook: `tb_whsec_${derive('webhook')}`,
    client: derive('client'),
  };
}

/** The token that lets a browser pay this one payment. It is computed, so no secret is stored. */
export function clientTokenOf(keys: BankKeys, paymentId: string): string {
  return `${paymentId}_secret_${createHmac('sha256', keys.client).update(paymentId).digest('base64url').slice(0, 32)}`;
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (value: string) => createHmac('sha256', 'compare').update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function mac(key: string, seconds: number, rawBody: Buffer | string): string {
  return createHmac('sha256', key).update(`${seconds}.`).update(rawBody).digest('hex');
}

/** The signature header for a body sent at `now`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signWebhook(input: { key: string; rawBody: Buffer | string; now: Date }): string {
  const seconds = Math.floor(input.now.getTime() / 1000);
  return `t=${seconds},v1=${mac(input.key, seconds, input.rawBody)}`;
}

/**
 * Checks a signature header against the received bytes. The signature is checked before the age, so that only
 * a sender with the key gets a code about time.
 * @returns null if the signature is genuine and recent, otherwise the reason
 */
export function checkSignature(input: {
  key: string;
  rawBody: Buffer;
  header: string | string[] | undefined;
  now: Date;
}): WebhookFailureCode | null {
  const { header } = input;
  if (header === undefined || header === '') return 'signature_missing';
  if (typeof header !== 'string') return 'signature_malformed';
  const parts = header.split(',').map((part) => part.trim().split('='));
  const stamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value]) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? [value] : [],
  );
  if (!/^\d{1,12}$/.test(stamp) || signatures.length === 0) return 'signature_malformed';
  const seconds = Number(stamp);
  const expected = mac(input.key, seconds, input.rawBody);
  if (!signatures.some((signature) => isSameSecret(signature ?? '', expected))) return 'signature_wrong';
  const distance = Math.abs(input.now.getTime() / 1000 - seconds);
  return distance > TOLERANCE_SECONDS ? 'timestamp_too_far' : null;
}
