import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** A zip ends with its directory, whose comment has at most this many bytes. */
const MAX_TAIL = 65_557;
const MAX_ENTRIES = 2_000;

/** Whether the bytes begin like a zip, which a workbook is. Pure. */
export const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL;

/**
 * How many bytes a zip unpacks to, or null if that is more than `max`. Unpacks each entry within what is left, because
 * the sizes that a zip declares may be false. Throws if it is no zip.
 */
export function unpackedBytes(bytes: Buffer, max: number): number | null {
  const end = bytes.subarray(-MAX_TAIL).lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const from = Math.max(0, bytes.length - MAX_TAIL) + end;
  if (end < 0 || bytes.readUInt32LE(from) !== END) throw new Error('No directory');
  const entries = bytes.readUInt16LE(from + 10);
  if (entries > MAX_ENTRIES) return null;
  const found: { method: number; packed: number; at: number }[] = [];
  let declared = 0;
  for (let nth = 0, at = bytes.readUInt32LE(from + 16); nth < entries; nth += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('A broken directory');
    declared += bytes.readUInt32LE(at + 24);
    found.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (declared > max) return null;
  let sum = 0;
  for (const { method, packed, at } of found) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const size = method === 0 ? packed : sizeOf(bytes.subarray(start, start + packed), max - sum);
    if (size === null || sum + size > max) return null;
    sum += size;
  }
  return sum;
}

function sizeOf(packed: Buffer, left: number): number | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) }).length;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
