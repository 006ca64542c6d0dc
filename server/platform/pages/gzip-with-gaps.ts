import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Bytes of a text that differ from copy to copy. Gaps of one name have one value, of one length, in ASCII. */
export type Gap<N extends string> = { at: number; length: number; name: N };

const WINDOW = 32 * 1024;
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const TRAILER_BYTES = 8;

/** The head of a block of deflate that holds bytes as they are; what is before it ends with a whole byte. */
function storedBlock(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(0xffff - length, 3);
  return head;
}

/** What becomes of each bit of a checksum when so many zeros follow: a checksum is linear in what it is of. */
function followedBy(zeros: number): number[] {
  const after = Buffer.alloc(zeros);
  const ofNothing = crc32(after);
  return Array.from({ length: 32 }, (_, bit) => crc32(after, (1 << bit) >>> 0) ^ ofNothing);
}

/** By how much a value in all the gaps of its name changes the checksum of a text that has zeros there. */
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
 * Compresses a text once for many copies that differ in its gaps, given in their order. Answers what makes the gzip file
 * of one copy: between what is compressed, each gap is a block that is only stored, so that writing the values and the
 * checksum is all that is left to do. The gaps are zeros while the rest is compressed: nothing in the text is like them,
 * so nothing refers to what will differ. Null for a text that contains zeros itself.
 */
export function gzipAround<N extends string>(
  text: Buffer,
  gaps: readonly Gap<N>[],
): ((values: Readonly<Record<N, string>>) => Buffer) | null {
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
  return (values) => {
    const copy = Buffer.from(file);
    for (const { at, name } of places) copy.write(values[name], at, 'latin1');
    const sum = changes.reduce((found, { name, by }) => found ^ by(values[name]), ofBlank);
    copy.writeUInt32LE(sum >>> 0, copy.length - TRAILER_BYTES);
    return copy;
  };
}
