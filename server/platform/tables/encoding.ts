import type { FileEncoding } from '@entrada/contract/sales/imports/file';

export type Decoded = { text: string; encoding: FileEncoding; isSure: boolean };

const MARKS: readonly (readonly [FileEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Enough to tell UTF-16, in which every other byte of Latin text is zero. */
const SAMPLE = 4096;

/**
 * Reads bytes as text. The chosen encoding counts, else a byte order mark, else zeros in every other byte (UTF-16), else
 * strict UTF-8, else Windows-1252, of which nothing is sure. Pure. Null if the bytes are not text in a chosen encoding.
 */
export function decodeText(bytes: Uint8Array, chosen?: FileEncoding): Decoded | null {
  if (chosen) {
    const text = decode(bytes, chosen);
    return text === null ? null : { text, encoding: chosen, isSure: true };
  }
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  for (const [encoding, isSure] of [
    [marked, true],
    [unmarkedUtf16(bytes), true],
    ['utf-8', true],
    ['windows-1252', false],
  ] as const) {
    const text = encoding ? decode(bytes, encoding) : null;
    if (encoding && text !== null) return { text, encoding, isSure };
  }
  return null;
}

function decode(bytes: Uint8Array, encoding: FileEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function unmarkedUtf16(bytes: Uint8Array): FileEncoding | null {
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.length < 2 || bytes.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && even * 4 < odd) return 'utf-16le';
  if (even > many && odd * 4 < even) return 'utf-16be';
  return null;
}

/** Whether a text has characters that no file of rows has, as the bytes of a picture do. Pure. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
export const isBinary = (text: string): boolean => /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
