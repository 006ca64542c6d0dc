import { z } from 'zod';
import { LIMITS } from './constants.ts';
import { CURRENCIES } from './money.ts';
import { isStorable } from './storable.ts';

/** One line of text, trimmed. `min` 1 makes it required. The length is in UTF-16 units after trimming. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .refine(isStorable, { error: 'invalid_characters' })
    .transform((value) => value.replace(/[\r\n\t]+/g, ' ').trim())
    .pipe(z.string().min(min).max(max));

/** Several lines of text, trimmed. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .refine(isStorable, { error: 'invalid_characters' })
    .transform((value) => value.trim())
    .pipe(z.string().min(min).max(max));

export const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** An id in a path or a query string. */
export const pathId = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);

const shortId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{22}$`));
export const orderShortId = shortId('o');
export const attendeeShortId = shortId('a');
export const checkInListShortId = shortId('cl');

export const email = z
  .string()
  .transform((value) => value.trim())
  .pipe(z.email().max(LIMITS.email));

/** An address, or nothing: somebody without one is found at the door by name. */
export const addressOrNone = z.union([
  z
    .string()
    .regex(/^\s*$/)
    .transform(() => ''),
  email,
]);

export const password = z
  .string()
  .refine(isStorable, { error: 'invalid_characters' })
  .min(LIMITS.passwordMin)
  .max(LIMITS.passwordMax);

export const currency = z.enum(CURRENCIES);

/** An IANA zone that this runtime knows. */
export const timezone = z
  .string()
  .max(64)
  .refine(
    (value) => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: value });
        return /^[A-Za-z]/.test(value);
      } catch {
        return false;
      }
    },
    { error: 'invalid_timezone' },
  );

/** An instant as ISO 8601 with an offset, between 1970 and 9999. The result is in UTC. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((value) => {
    const time = Date.parse(value);
    return time >= 0 && time < 253402300800000;
  })
  .transform((value) => new Date(value).toISOString());

/** Minor units of the event's currency. */
export const minor = z.number().int().min(0).max(LIMITS.moneyMinor);

export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .transform((value) => value.toLowerCase());

/** An https or http address; never `javascript:` or another scheme. */
export const webUrl = z
  .string()
  .max(2048)
  .refine((value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value), { error: 'invalid_url' });

/** ISO 3166-1 alpha-2, or empty. */
export const country = z.string().regex(/^([A-Z]{2})?$/);

/** An opaque secret from a link in a mail. */
export const mailedToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Replies carry instants as ISO strings in UTC. */
export const isoOut = z.string();
