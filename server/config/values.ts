import { isIP } from 'node:net';
import { z } from 'zod';
import { parseRateLimits, type RateLimits } from './rate-limits.ts';

/** The forms of values that variables may have. Their messages follow the name of the variable. */

/** A whole number within both bounds. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** One of these words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` });

/** An address with one of these protocols, such as `https:`. */
export const urlWith = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    abort: true,
  });

function parseProxies(value: string): false | number | string[] | undefined {
  if (/^\d+$/.test(value)) return Number(value) === 0 ? false : Number(value);
  const ranges = value.split(',').map((range) => range.trim());
  const isRange = (range: string) => {
    const [address = '', bits, ...rest] = range.split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  };
  return ranges.every(isRange) ? ranges : undefined;
}

/** How many proxies are trusted, or which. */
export const proxies = z.string().transform((value, context): false | number | string[] => {
  const parsed = parseProxies(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({
    code: 'custom',
    message: 'must be a number of proxies or a list of addresses such as 10.0.0.0/8',
  });
  return z.NEVER;
});

/** Limits by name, as `reserve=10/60`. */
export const rateLimits = z.string().transform((value, context): RateLimits => {
  const parsed = parseRateLimits(value);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
});

/** `auto`: it follows from other variables. */
export const SWITCH = ['auto', 'on', 'off'] as const;
