/** No 0, O, 1, I or L, which are mistaken for one another, and no U, so that fewer words come out. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * `count` codes that differ from each other whatever the case: a prefix and `length` random letters. `bytes` gives as many
 * random bytes as asked; those that would make some letters likelier are passed over.
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
