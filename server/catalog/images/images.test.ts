import { crc32, deflateSync } from 'node:zlib';
import { deleteEventImage, getEvent, listEventImages } from '@entrada/contract/catalog/events';
import type { EditableImage } from '@entrada/contract/images';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { cover, paint, uploader } from '../../test/drawing/pictures.ts';
import { buildEvent } from '../events/factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const newEvent = (more: object = {}) => buildEvent(app.db, { accountId: owner.accountId, ...more });
const upload = uploader(app, owner);

/** A small PNG whose header claims any size. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a cover is made in its sizes, without metadata, upright, and served for ever', async () => {
  const { eventId } = await newEvent();
  const content = await paint(1000, 1500)
    .withExif({ IFD0: { Copyright: 'CANARY-EXIF' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(content.includes('CANARY-EXIF')).toBe(true);
  const made = await upload(eventId, cover(content, 'évil/../name.svg'));
  expect(made.status).toBe(201);
  expect(made.data.sources.map((source) => source.width)).toEqual([480, 768, 960, 1440]);
  expect(made.data.placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(made.data.placeholder.length).toBeLessThan(400);
  for (const { url, width } of made.data.sources) {
    const reply = await app.as().send({ method: 'GET', url });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['content-type']).toBe('image/webp');
    const metadata = await sharp(reply.rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width });
    expect(metadata.exif).toBeUndefined();
    expect(reply.rawPayload.includes('CANARY')).toBe(false);
  }
  const share = (made.data.sources[0]?.url ?? '').replace(/[^/]+$/, 'share.jpg');
  const jpeg = await app.as().send({ method: 'GET', url: share });
  expect(jpeg.headers['content-type']).toBe('image/jpeg');
  expect((await sharp(jpeg.rawPayload).metadata()).format).toBe('jpeg');
  const event = await app.as(owner).call(getEvent, { params: { eventId: String(eventId) } });
  const { type: _, original: __, crop: ___, ...shown } = made.data;
  expect(event.body.data.cover).toEqual(shown);
  expect(event.body.data.checklist.hasCover).toBe(true);
});

test('a rotated picture is measured as it is displayed', async () => {
  const { eventId } = await newEvent();
  const content = await paint(400, 700).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const turned = await sharp(content).metadata();
  expect(turned.autoOrient).toMatchObject({ width: 700, height: 400 });
  expect(await upload(eventId, cover(content))).toMatchObject({
    status: 201,
    data: { width: 700, height: 400 },
  });
});

test('a new cover replaces the old one, and the old files are deleted', async () => {
  const { eventId } = await newEvent();
  const content = await paint(600, 300).webp().toBuffer();
  const first = await upload(eventId, cover(content));
  const second = await upload(eventId, [...cover(content)].reverse());
  expect([first.status, second.status]).toEqual([201, 201]);
  const list = await app.as(owner).call(listEventImages, { params: { eventId: String(eventId) } });
  expect(list.body.data).toEqual([second.data]);
  const status = async (source: EditableImage) =>
    (await app.as().send({ method: 'GET', url: source.sources[0]?.url ?? '' })).statusCode;
  expect([await status(first.data), await status(second.data)]).toEqual([404, 200]);
  const gone = await app.as(owner).call(deleteEventImage, {
    params: { eventId: String(eventId), imageId: String(second.data.id) },
  });
  expect(gone.status).toBe(204);
  expect(await status(second.data)).toBe(404);
});

test('of two covers that are uploaded at once one complete cover remains', async () => {
  const { eventId } = await newEvent();
  const content = await paint(600, 300).png().toBuffer();
  const replies = await Promise.all([upload(eventId, cover(content)), upload(eventId, cover(content))]);
  expect(replies.map((reply) => reply.status)).toEqual([201, 201]);
  const list = await app.as(owner).call(listEventImages, { params: { eventId: String(eventId) } });
  expect(list.body.data).toHaveLength(1);
  const served = await app.as().send({ method: 'GET', url: list.body.data[0]?.sources[0]?.url ?? '' });
  expect(served.statusCode).toBe(200);
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><script>alert(1)</script></svg>';
const gif = () => paint(800, 400).gif().toBuffer();
const animated = async () => {
  const frames = [await paint(600, 300).png().toBuffer(), await paint(600, 300).negate().png().toBuffer()];
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer();
};
const noisy = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3, 7)]);

test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
  ['SVG named .png', () => Buffer.from(svg), 422, 'IMAGE_TYPE'],
  [
    'SVG behind a PNG signature',
    () => Buffer.concat([bomb(1, 1).subarray(0, 8), Buffer.from(svg)]),
    422,
    'IMAGE_UNREADABLE',
  ],
  ['GIF', gif, 422, 'IMAGE_TYPE'],
  ['animated WebP', animated, 422, 'IMAGE_TYPE'],
  ['a text', () => Buffer.from('hello'), 422, 'IMAGE_TYPE'],
  ['20,000 by 20,000', () => bomb(20_000, 20_000), 422, 'IMAGE_DIMENSIONS'],
  ['4001 wide', () => bomb(4001, 300), 422, 'IMAGE_DIMENSIONS'],
  ['4001 high', () => bomb(600, 4001), 422, 'IMAGE_DIMENSIONS'],
  ['599 wide', () => paint(599, 300).png().toBuffer(), 422, 'IMAGE_TOO_SMALL'],
  ['299 high', () => paint(600, 299).png().toBuffer(), 422, 'IMAGE_TOO_SMALL'],
  [
    'truncated JPEG',
    async () => (await paint(900, 900).jpeg().toBuffer()).subarray(0, 2000),
    422,
    'IMAGE_UNREADABLE',
  ],
  ['truncated PNG', () => bomb(3000, 3000), 422, 'IMAGE_UNREADABLE'],
  ['larger than 5 MB', () => noisy(5 * 1024 * 1024 + 1), 413, 'IMAGE_TOO_LARGE'],
  ['5 MB of nothing', () => noisy(5 * 1024 * 1024), 422, 'IMAGE_UNREADABLE'],
])('%s is refused', async (_, make, status, code) => {
  const { eventId } = await newEvent();
  const reply = await upload(eventId, cover(await make()));
  expect([reply.status, reply.code]).toEqual([status, code]);
  const list = await app.as(owner).call(listEventImages, { params: { eventId: String(eventId) } });
  expect(list.body.data).toEqual([]);
});

test('the largest and the smallest picture are accepted', async () => {
  const { eventId } = await newEvent();
  const large = await upload(eventId, cover(await paint(4000, 4000).jpeg().toBuffer()));
  expect(large.data.sources.map((source) => source.width)).toEqual([480, 768, 960, 1440, 2160]);
  const small = await upload(eventId, cover(await paint(600, 300).png().toBuffer()));
  expect(small.data.sources.map((source) => source.width)).toEqual([480]);
});

test('the answer names missing and unknown fields', async () => {
  const { eventId } = await newEvent();
  const image = { name: 'image', value: await paint(600, 300).png().toBuffer(), filename: 'a.png' };
  expect(await upload(eventId, [image])).toMatchObject({
    status: 422,
    errors: [{ path: 'type', code: 'required' }],
  });
  expect(await upload(eventId, [{ name: 'type', value: 'LOGO' }, image])).toMatchObject({
    errors: [{ code: 'invalid_choice' }],
  });
  expect(await upload(eventId, [{ name: 'type', value: 'EVENT_COVER' }])).toMatchObject({
    errors: [{ path: 'image', code: 'required' }],
  });
  expect(await upload(eventId, [...cover(image.value), { name: 'x', value: '1' }])).toMatchObject({
    errors: [{ path: 'x' }],
  });
  const json = await app.as(owner).send({
    method: 'POST',
    url: `/api/events/${eventId}/images`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(json.statusCode).toBe(415);
});

test('only the account’s own, live events take pictures; unknown files are 404', async () => {
  const { eventId } = await newEvent();
  const content = await paint(600, 300).png().toBuffer();
  expect((await upload(eventId, cover(content), stranger)).status).toBe(404);
  expect((await upload(eventId, cover(content), {})).status).toBe(401);
  const archived = await newEvent({ status: 'archived' });
  expect((await upload(archived.eventId, cover(content))).code).toBe('EVENT_ARCHIVED');
  const mine = await upload(eventId, cover(content));
  const params = { eventId: String(eventId), imageId: String(mine.data.id) };
  expect((await app.as(stranger).call(deleteEventImage, { params })).status).toBe(404);
  expect((await app.as(stranger).call(listEventImages, { params })).status).toBe(404);
  const other = await newEvent();
  const crossed = await app
    .as(owner)
    .call(deleteEventImage, { params: { ...params, eventId: String(other.eventId) } });
  expect(crossed.status).toBe(404);
  const key = '0'.repeat(32);
  for (const path of [
    `${key}/480.webp`,
    `${key}/share.jpg`,
    `${key}/..%2f..%2fsecret`,
    `..%2f..%2fpg/480.webp`,
    `${key}/480.png`,
  ]) {
    expect((await app.as().send({ method: 'GET', url: `/api/public/files/${path}` })).statusCode).toBe(404);
  }
});

test('a body without boundary or cut short cannot be read, which is no fault of the server', async () => {
  const { eventId } = await newEvent();
  const bodies = [
    ['multipart/form-data', 'abc'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
    ],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="type"\r\n\r\nEVENT'],
  ] as const;
  for (const [type, payload] of bodies) {
    const reply = await app.as(owner).send({
      method: 'POST',
      url: `/api/events/${eventId}/images`,
      headers: { 'content-type': type },
      payload,
    });
    expect(reply.statusCode, `${type} ${payload}`).toBe(400);
    expect(reply.json().code).toBe('MALFORMED_REQUEST');
  }
});
