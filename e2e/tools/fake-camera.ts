import { writeFile } from 'node:fs/promises';
import QRCode from 'qrcode';

const width = 640;
const height = 480;
const framesPerSecond = 10;
const frames = 10;
/** Side of the code with its quiet zone, in pixels, and the white margin around it in modules. */
const codeSide = 400;
const quietModules = 4;
const black = 16;
const white = 235;
const noColor = 128;

/**
 * Writes a video of one QR code, black on white, for Chromium's `--use-fake-device-for-media-stream
 * --use-file-for-fake-video-capture=<file>`. Chromium plays it in a loop.
 */
export async function writeQrVideo({ text, file }: { text: string; file: string }): Promise<void> {
  const picture = drawFrame(text);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`);
  await writeFile(file, Buffer.concat([header, ...Array.from({ length: frames }, () => frame)]));
}

/**
 * One picture in 4:2:0: the brightness of every pixel, then two colour planes of a quarter of the size, without
 * colour.
 */
function drawFrame(text: string): Buffer {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const scale = Math.floor(codeSide / (modules.size + 2 * quietModules));
  const side = modules.size * scale;
  const left = Math.floor((width - side) / 2);
  const top = Math.floor((height - side) / 2);
  const brightness = Buffer.alloc(width * height, white);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (modules.get(Math.floor(y / scale), Math.floor(x / scale)))
        brightness[(top + y) * width + left + x] = black;
    }
  }
  return Buffer.concat([brightness, Buffer.alloc((width * height) / 2, noColor)]);
}
