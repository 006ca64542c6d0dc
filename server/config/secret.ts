/** A command that makes a good secret on every usual system. */
export const MAKE_SECRET = 'openssl rand -base64 32';

/** A secret has at least so many characters. */
export const SECRET_LENGTH = 32;

/** A random secret has this many kinds of characters or more, also in hexadecimal. */
const FEWEST_KINDS = 8;

const PLACEHOLDER = /change.?(?:me|this)|your.?secret|example|placeholder|password|qwert/i;

/** Why a secret is easy to guess; null if it looks random. Says nothing of its length. */
export function weaknessOf(secret: string): string | null {
  const kinds = new Set(secret.toLowerCase()).size;
  if (kinds < FEWEST_KINDS) return `has only ${kinds} different characters`;
  if (/^(.+?)\1+.?$/s.test(secret)) return 'repeats itself';
  if (PLACEHOLDER.test(secret)) return 'contains words of an example';
  const codes = [...secret].map((one) => one.charCodeAt(0));
  const steps = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? code)) === 1).length;
  return steps * 2 > codes.length ? 'counts up or down' : null;
}
