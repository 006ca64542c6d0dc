import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

export type WorkerRequest = { id: number; picture: ImageBitmap | ImageData };
export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'failed' }
  | { kind: 'read'; id: number; codes: string[] };

const reply = (message: WorkerReply) => postMessage(message);

// ZXing with its WebAssembly from this site. By default the library loads it from a public CDN.
const detector = prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
  },
  fireImmediately: true,
}).then(() => new BarcodeDetector({ formats: ['qr_code'] }));
detector.then(
  () => reply({ kind: 'ready' }),
  () => reply({ kind: 'failed' }),
);

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, picture } = data;
  try {
    const found = await (await detector).detect(picture);
    reply({ kind: 'read', id, codes: found.map((code) => code.rawValue) });
  } catch {
    reply({ kind: 'read', id, codes: [] });
  }
  if ('close' in picture) picture.close();
});
