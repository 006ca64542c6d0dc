import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Bytes of a text that differ from copy to copy. */
export type Gap = { at: number; length: number };

/** A gzip file of a text; `places` says where in it the bytes of each gap stand as they are. */
export type GzipWithGaps = { file: Buffer; places: readonly number[] };

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

/**
 * Compresses a text once for many copies that differ in its gaps, given in their order. Between what is compressed, each
 * gap is a block that is only stored, so that its bytes can be exchanged; `sealGzip` then makes the file whole. The gaps
 * are zeros while the rest is compressed: nothing in the text is like them, so nothing refers to what will differ.
 * Null for a text that contains zeros itself.
 */
export function gzipAround(text: Buffer, gaps: readonly Gap[]): GzipWithGaps | null {
  const blank = Buffer.from(text);
  for (const { at, length } of gaps) blank.fill(0, at, at + length);
  const zeros = gaps.reduce((sum, { length }) => sum + length, 0);
  if (blank.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0) !== zeros) return null;

  const parts: Buffer[] = [HEADER];
  const places: number[] = [];
  let length = HEADER.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  let from = 0;
  for (const gap of [...gaps, { at: text.length, length: 0 }]) {
    const before = blank.subarray(Math.max(0, from - WINDOW), from);
    add(
      deflateRawSync(blank.subarray(from, gap.at), {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(before.length > 0 && { dictionary: before }),
      }),
    );
    from = gap.at + gap.length;
    if (gap.length === 0) continue;
    add(storedBlock(gap.length));
    places.push(length);
    add(Buffer.from(text.subarray(gap.at, from)));
  }
  add(LAST_BLOCK);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(text.length, 4);
  add(trailer);
  const file = Buffer.concat(parts);
  sealGzip(file, text);
  return { file, places };
}

/** Writes into a file of `gzipAround` that it holds this text, of the same length and different in the gaps alone. */
export function sealGzip(file: Buffer, text: Buffer): void {
  file.writeUInt32LE(crc32(text), file.length - TRAILER_BYTES);
}
