import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paint } from '../../test/drawing/pictures.ts';
import { inOwnProcess, makeAll, makePictures } from './make.ts';

const whole = { type: 'EVENT_COVER', crop: null } as const;

test('pictures are made in a process of their own', async () => {
  const content = await paint(1000, 500).png().toBuffer();
  const made = await makeAll(content, whole);
  expect([...made.files.keys()]).toEqual(['480.webp', '768.webp', '960.webp', 'share.jpg']);
  expect(made.original).toMatchObject({ width: 1000, height: 500 });
  expect(Buffer.isBuffer(made.original.content)).toBe(true);
});

test('a refusal comes back with its code and its fields', async () => {
  const content = await paint(1000, 500).png().toBuffer();
  await expect(makePictures(Buffer.from('<svg/>'), whole)).rejects.toMatchObject({ code: 'IMAGE_TYPE' });
  await expect(makePictures(await paint(300, 200).png().toBuffer(), whole)).rejects.toMatchObject({
    code: 'IMAGE_TOO_SMALL',
    params: { minWidth: 600 },
  });
  const crop = { x: 600, y: 0, width: 600, height: 300 };
  await expect(makePictures(content, { ...whole, crop })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'crop', code: 'too_big' }],
  });
});

test('a picture that breaks the decoder is unreadable, and the next one is made', async () => {
  const content = await paint(1000, 500).png().toBuffer();
  const program = fileURLToPath(new URL('../../test/drawing/broken-decoder.ts', import.meta.url));
  const order = { content, ...whole, withOriginal: false };
  await expect(inOwnProcess(program, order)).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' });
  await expect(makePictures(content, whole)).resolves.toMatchObject({ width: 1000 });
});

test('a picture for which there is no time may be sent again', async () => {
  const program = fileURLToPath(new URL('../../test/drawing/slow-decoder.ts', import.meta.url));
  const order = { content: Buffer.from('x'), ...whole, withOriginal: false };
  await expect(inOwnProcess(program, order, 1000)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 30,
  });
});

test('beyond the queue uploads are told to come again', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => makePictures(Buffer.from('x'), whole)),
  );
  const codes = all.map((one) => one.status === 'rejected' && one.reason.code);
  expect(codes.slice(0, 1)).toEqual(['IMAGE_TYPE']);
  expect(codes.slice(-3)).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
});

test('a picture full of detail has few enough bytes for a phone', async () => {
  const [width, height] = [1200, 600];
  // Waves of all lengths, as foliage or a crowd has them.
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const wave = Math.sin(x / 3 + y / 5) + Math.sin(x / 17 - y / 2) + Math.sin((x * y) / 4000 + (at % 3));
    pixels[at] = 128 + Math.round(wave * 40);
  }
  const content = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const { files } = await makePictures(content, whole);
  expect(files.get('768.webp')?.length).toBeLessThanOrEqual(52_000);
  expect(files.get('960.webp')?.length).toBeLessThanOrEqual(60_000);
});
