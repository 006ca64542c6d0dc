/** Without 0, O, 1, I and L, which readers confuse. Without U, so that fewer words appear by chance. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * `count` different codes, compared without case: a prefix and `length` random letters. `bytes` answers that many
 * random bytes. Bytes that would make some letters more likely are skipped.
 */
export function randomCodes(
  wanted: { prefix: string; length: number; count: number },
  bytes: (size: number) => Uint8Array,
): Set<string> {
  const { prefix, length, count } = wanted;
  const fair = 256 - (256 % CODE_LETTERS.length);
  const codes = new Set<string>();
  let letters = '';
  while (codes.size < count) {
    for (const byte of bytes(length * 2)) {
      if (byte >= fair) continue;
      letters += CODE_LETTERS[byte % CODE_LETTERS.length];
      if (letters.length < length) continue;
      codes.add(prefix + letters);
      letters = '';
      if (codes.size === count) break;
    }
  }
  return codes;
}
