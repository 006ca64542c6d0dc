import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** The text of the visible QR code, read from the pixels of the screen. */
export async function readQr(code: Locator): Promise<string> {
  await code.scrollIntoViewIfNeeded();
  return readQrOf(await code.screenshot());
}

/** The text of the QR code of a picture. */
export async function readQrOf(picture: Uint8Array): Promise<string> {
  const wasmBinary = new Uint8Array(await readFile(wasm)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  if (!found?.text) throw new Error('No QR code can be read');
  return found.text;
}
