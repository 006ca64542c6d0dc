// Without schemas, so that the thread that reads a file begins at once.

/** The encodings that can be chosen by hand, as WHATWG names them. */
export const FILE_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'gb18030',
  'big5',
  'shift_jis',
] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

export const FILE_SEPARATORS = [',', ';', '\t', '|'] as const;
export type FileSeparator = (typeof FILE_SEPARATORS)[number];

/** The largest file of guests, in bytes, and what it may grow to where it is packed. */
export const GUEST_FILE = {
  maxBytes: 5 * 1024 * 1024,
  maxUnpackedBytes: 64 * 1024 * 1024,
  columns: 50,
} as const;
