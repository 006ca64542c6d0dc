import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * A place in a text whose bytes differ from copy to copy. Gaps with the same name have the same value, of the
 * same length, in ASCII.
 */
export type Gap<N extends string> = { at: number; length: number; name: N };

const WINDOW = 32 * 1024;
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const TRAILER_BYTES = 8;

/**
 * The head of a deflate block that stores its bytes without compression. The output before it must end with a
 * whole byte.
 */
function storedBlock(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(0xffff - length, 3);
  return head;
}

/**
 * How each bit of a checksum changes if this number of zeros follows. This works because a checksum is linear
 * in its input.
 */
function followedBy(zeros: number): number[] {
  const after = Buffer.alloc(zeros);
  const ofNothing = crc32(after);
  return Array.from({ length: 32 }, (_, bit) => crc32(after, (1 << bit) >>> 0) ^ ofNothing);
}

/**
 * Computes how the value of a name changes the checksum of a text. The text has zeros in all gaps of that
 * name.
 */
function checksumOf(size: number, gaps: readonly Gap<string>[]): (value: string) => number {
  const bits = new Int32Array(32);
  for (const { at, length } of gaps)
    for (const [bit, change] of followedBy(size - at - length).entries())
      bits[bit] = (bits[bit] ?? 0) ^ change;
  const ofZeros = crc32(Buffer.alloc(gaps[0]?.length ?? 0));
  return (value) => {
    let left = crc32(value) ^ ofZeros;
    let change = 0;
    for (let bit = 0; left !== 0; bit += 1, left >>>= 1) if (left & 1) change ^= bits[bit] ?? 0;
    return change;
  };
}

/**
 * Compresses a text once for many copies that differ only in its gaps. The gaps must be in their order in the
 * text. Returns a function that makes the gzip file of one copy. Each gap is a stored block between
 * compressed parts, so a copy needs only its values and the checksum. The gaps are zeros during compression.
 * The text contains no zeros, so no compressed part refers to a gap. Null for a text that contains zeros. The function may be
 * given an earlier copy, which it overwrites: only the gaps differ, and fresh memory costs more than all they take.
 */
export function gzipAround<N extends string>(
  text: Buffer,
  gaps: readonly Gap<N>[],
): ((values: Readonly<Record<N, string>>, earlier?: Buffer) => Buffer) | null {
  const blank = Buffer.from(text);
  for (const { at, length } of gaps) blank.fill(1, at, at + length);
  if (blank.includes(0)) return null;
  for (const { at, length } of gaps) blank.fill(0, at, at + length);

  const parts: Buffer[] = [HEADER];
  const places: { at: number; name: N }[] = [];
  let size = HEADER.length;
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  let from = 0;
  const compressUpTo = (end: number) => {
    const before = blank.subarray(Math.max(0, from - WINDOW), from);
    const piece = blank.subarray(from, end);
    add(
      deflateRawSync(piece, {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(before.length > 0 && { dictionary: before }),
      }),
    );
  };
  for (const { at, length, name } of gaps) {
    compressUpTo(at);
    add(storedBlock(length));
    places.push({ at: size, name });
    add(Buffer.alloc(length));
    from = at + length;
  }
  compressUpTo(text.length);
  add(LAST_BLOCK);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(text.length, 4);
  add(trailer);

  const file = Buffer.concat(parts);
  const ofBlank = crc32(blank);
  const changes = [...Map.groupBy(gaps, ({ name }) => name)].map(([name, own]) => ({
    name,
    by: checksumOf(text.length, own),
  }));
  return (values, copy = Buffer.from(file)) => {
    for (const { at, name } of places) copy.write(values[name], at, 'latin1');
    const sum = changes.reduce((found, { name, by }) => found ^ by(values[name]), ofBlank);
    copy.writeUInt32LE(sum >>> 0, copy.length - TRAILER_BYTES);
    return copy;
  };
}
