import type { Detect } from './detect.ts';
import type { WorkerReply, WorkerRequest } from './zxing-worker.ts';

/**
 * Reads codes by WebAssembly in a worker, so that the page still answers every touch while a slow phone searches a
 * picture. Rejects if the worker or its WebAssembly does not load.
 */
export async function createZxingReader(): Promise<Detect> {
  const worker = new Worker(new URL('./zxing-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (codes: string[]) => void>();
  await new Promise<void>((resolve, reject) => {
    const give = () => {
      worker.terminate();
      reject(new Error('The code reader did not load'));
    };
    worker.onerror = give;
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      if (data.kind === 'ready') resolve();
      else if (data.kind === 'failed') give();
      else {
        waiting.get(data.id)?.(data.codes);
        waiting.delete(data.id);
      }
    };
  });
  let asked = 0;
  return async (video) => {
    const picture = await pictureOf(video);
    asked += 1;
    const request: WorkerRequest = { id: asked, picture };
    return new Promise((resolve) => {
      waiting.set(request.id, resolve);
      worker.postMessage(request, [picture instanceof ImageData ? picture.data.buffer : picture]);
    });
  };
}

let canvas: HTMLCanvasElement | undefined;

/** The video's picture in a form that a worker can have. A worker without a canvas needs the pixels themselves. */
async function pictureOf(video: HTMLVideoElement): Promise<ImageBitmap | ImageData> {
  if ('OffscreenCanvas' in globalThis) return createImageBitmap(video);
  canvas ??= document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('This browser cannot read a picture');
  pen.drawImage(video, 0, 0);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
