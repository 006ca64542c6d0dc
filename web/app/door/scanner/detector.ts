import type { Detect } from './detect.ts';

type NativeDetector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type NativeConstructor = {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
};

/** The browser's own detector. Otherwise ZXing as WebAssembly in a worker, which is loaded only then. */
export async function loadDetector(): Promise<Detect> {
  const native = await nativeDetector();
  if (!native) return loadReader();
  let detect: Detect = async (video) => (await native.detect(video)).map((code) => code.rawValue);
  return async (video) => {
    try {
      return await detect(video);
    } catch {
      // Some systems offer a detector although the service behind it is missing.
      detect = await loadReader();
      return detect(video);
    }
  };
}

async function loadReader(): Promise<Detect> {
  const { createZxingReader } = await import('./zxing-reader.ts');
  return createZxingReader();
}

async function nativeDetector(): Promise<NativeDetector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: NativeConstructor }).BarcodeDetector;
  try {
    if (!(await Native?.getSupportedFormats())?.includes('qr_code') || !Native) return undefined;
    return new Native({ formats: ['qr_code'] });
  } catch {
    return undefined;
  }
}
