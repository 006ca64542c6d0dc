import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file within a ZIP file. Its text is read once, when it is written. */
export type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> };

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, the first day that a ZIP file knows. The same rows give the same file. */
const DATE = 0x21;
/** Sizes and offsets have 32 bits. */
const MOST_BYTES = 0xffff_ffff;

/**
 * Files as one ZIP file, written as they are read: each is packed a piece at a time, and its size and checksum follow it.
 * Throws RangeError beyond 4 GB.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name: text, text: content } of entries) {
    const name = Buffer.from(text);
    const file: Written = { name, crc: 0, packed: 0, size: 0, offset };
    yield startOf(name);
    for await (const piece of packed(content, file)) yield piece;
    if (file.size > MOST_BYTES || offset + file.packed > MOST_BYTES)
      throw new RangeError('A ZIP file holds 4 GB at most');
    yield descriptorOf(file);
    written.push(file);
    offset += START_BYTES + name.length + file.packed + DESCRIPTOR_BYTES;
  }
  const directory = Buffer.concat(written.map(directoryOf));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

/** The packed pieces of a text. Counts into `file` meanwhile. */
async function* packed(text: ZipEntry['text'], file: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of text) {
      const bytes = Buffer.from(piece);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw({ level: 1 });
  // A text that fails destroys the packer with its error, which the loop below throws.
  pipeline(Readable.from(counted()), deflate).catch(() => undefined);
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    file.packed += piece.length;
    yield piece;
  }
}

const START_BYTES = 30;
const DESCRIPTOR_BYTES = 16;

function startOf(name: Buffer): Buffer {
  const head = Buffer.alloc(START_BYTES);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptorOf({ crc, packed: bytes, size }: Written): Buffer {
  const descriptor = Buffer.alloc(DESCRIPTOR_BYTES);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(bytes, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function directoryOf({ name, crc, packed: bytes, size, offset }: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATED, 10);
  head.writeUInt16LE(DATE, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(bytes, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endOf(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
