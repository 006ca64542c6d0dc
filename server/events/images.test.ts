import { crc32, deflateSync } from 'node:zlib';
import { deleteEventImage, getEvent, listEventImages, updateEventImage } from '@entrada/contract/events';
import type { Crop, EditableImage } from '@entrada/contract/images';
import {
  deleteOrganizerImage,
  getOrganizer,
  listOrganizerImages,
  updateOrganizerImage,
} from '@entrada/contract/organizers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../accounts/factory.ts';
import { buildOrganizer } from '../organizers/factory.ts';
import { buildTestApp } from '../test/app.ts';
import { buildEvent } from './factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const newEvent = (more: object = {}) => buildEvent(app.db, { accountId: owner.accountId, ...more });

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } });

type Part = { name: string; value: string | Buffer; filename?: string };

/** Every call comes from an address of its own, so that the limit on uploads does not count across tests. */
async function upload(owned: number | string, parts: Part[], actor: { token?: string } = owner) {
  const path = typeof owned === 'number' ? `/api/events/${owned}/images` : owned;
  const boundary = 'entradaboundary';
  const chunks = parts.flatMap(({ name, value, filename }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"\r\nContent-Type: image/png` : ''}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  const reply = await app.as(actor).send({
    method: 'POST',
    url: path,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  });
  const body = JSON.parse(reply.body) as {
    data: EditableImage;
    code: string;
    params: object;
    errors: unknown;
  };
  return { status: reply.statusCode, ...body };
}

const cover = (content: Buffer, filename = 'cover.png'): Part[] => [
  { name: 'type', value: 'EVENT_COVER' },
  { name: 'image', value: content, filename },
];

/** A PNG whose header claims any size, without having to draw it. */
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
  expect(made.data.sources.map((source) => source.width)).toEqual([480, 960, 1440]);
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

test('a picture on its side is measured as it is seen', async () => {
  const { eventId } = await newEvent();
  const content = await paint(400, 700).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const turned = await sharp(content).metadata();
  expect(turned.autoOrient).toMatchObject({ width: 700, height: 400 });
  expect(await upload(eventId, cover(content))).toMatchObject({
    status: 201,
    data: { width: 700, height: 400 },
  });
});

test('a new cover takes the place of the old one, whose files go', async () => {
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

test('two covers at once leave one, whole', async () => {
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
  expect(large.data.sources.map((source) => source.width)).toEqual([480, 960, 1440, 2160]);
  const small = await upload(eventId, cover(await paint(600, 300).png().toBuffer()));
  expect(small.data.sources.map((source) => source.width)).toEqual([480]);
});

test('missing and unknown fields are named', async () => {
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

describe('crop, focal point and description', () => {
  /** Four quarters: red, green, blue, white. */
  const quarters = async (width: number, height: number) => {
    const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];
    const rects = colours.map(
      (fill, at) =>
        `<rect x="${((at % 2) * width) / 2}" y="${(Math.floor(at / 2) * height) / 2}" width="${width / 2}" height="${height / 2}" fill="${fill}"/>`,
    );
    return sharp(Buffer.from(`<svg width="${width}" height="${height}">${rects.join('')}</svg>`))
      .png()
      .toBuffer();
  };
  const served = async (url: string) => (await app.as().send({ method: 'GET', url })).rawPayload;
  const middle = async (image: EditableImage) => {
    const { data, info } = await sharp(await served(image.sources[0]?.url ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255));
  };
  const edited = (content: Buffer, edit: object | string): Part[] => [
    ...cover(content),
    { name: 'edit', value: typeof edit === 'string' ? edit : JSON.stringify(edit) },
  ];
  const change = (eventId: number, imageId: number, body: object, actor: { token?: string } = owner) =>
    app
      .as(actor)
      .call(updateEventImage, { params: { eventId: String(eventId), imageId: String(imageId) }, body });

  test('what is uploaded with a crop shows that part, and can be cropped again from the whole', async () => {
    const { eventId } = await newEvent();
    const content = await quarters(1600, 800);
    const crop = { x: 800, y: 0, width: 800, height: 400 };
    const made = await upload(
      eventId,
      edited(content, { crop, focal: { x: 20, y: 80 }, alt: 'Four fields' }),
    );
    expect(made.data).toMatchObject({
      type: 'EVENT_COVER',
      width: 800,
      height: 400,
      crop,
      focal: { x: 20, y: 80 },
      alt: 'Four fields',
      original: { width: 1600, height: 800 },
    });
    expect(made.data.sources.map((source) => source.width)).toEqual([480]);
    expect(await middle(made.data)).toEqual([0, 1, 0]);

    const again = await change(eventId, made.data.id, { crop: { ...crop, x: 0, y: 400 } });
    expect(again.body.data).toMatchObject({ id: made.data.id, alt: 'Four fields', focal: { x: 20, y: 80 } });
    expect(await middle(again.body.data)).toEqual([0, 0, 1]);
    expect(again.body.data.original).toEqual(made.data.original);
    const old = await app.as().send({ method: 'GET', url: made.data.sources[0]?.url ?? '' });
    expect(old.statusCode).toBe(404);

    const whole = await change(eventId, made.data.id, { crop: null });
    expect(whole.body.data).toMatchObject({ crop: null, width: 1600, height: 800 });
    expect(whole.body.data.sources.map((source) => source.width)).toEqual([480, 960, 1440]);
    const event = await app.as(owner).call(getEvent, { params: { eventId: String(eventId) } });
    expect(event.body.data.cover).toMatchObject({ alt: 'Four fields', focal: { x: 20, y: 80 } });
  });

  test('a picture on its side is cropped as it is seen, and its whole keeps no metadata', async () => {
    const { eventId } = await newEvent();
    const content = await sharp(await quarters(800, 1600))
      .withExif({ IFD0: { Copyright: 'CANARY-EXIF' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    // Turned clockwise by a quarter, blue comes to the top left.
    const made = await upload(eventId, edited(content, { crop: { x: 0, y: 0, width: 800, height: 400 } }));
    expect(made.data.original).toMatchObject({ width: 1600, height: 800 });
    expect(await middle(made.data)).toEqual([0, 0, 1]);
    const whole = await served(made.data.original.url);
    const metadata = await sharp(whole).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 1600, height: 800 });
    expect(metadata.exif).toBeUndefined();
    expect(whole.includes('CANARY')).toBe(false);
  });

  test('focal point and description change without new files', async () => {
    const { eventId } = await newEvent();
    const made = await upload(eventId, cover(await paint(600, 300).png().toBuffer()));
    expect(made.data).toMatchObject({ focal: { x: 50, y: 50 }, alt: '', crop: null });
    const moved = await change(eventId, made.data.id, { focal: { x: 0, y: 100 }, alt: ' A stage ' });
    expect(moved.body.data).toEqual({ ...made.data, focal: { x: 0, y: 100 }, alt: 'A stage' });
    expect((await change(eventId, made.data.id, {})).body.data).toEqual(moved.body.data);
    expect((await change(eventId, made.data.id, { alt: 'x'.repeat(250) })).status).toBe(200);
  });

  test.each<[object, string, string]>([
    [{ alt: 'x'.repeat(251) }, 'alt', 'too_long'],
    [{ focal: { x: -1, y: 0 } }, 'focal.x', 'too_small'],
    [{ focal: { x: 0, y: 101 } }, 'focal.y', 'too_big'],
    [{ focal: { x: 0.5, y: 1 } }, 'focal.x', 'invalid_format'],
    [{ focal: { x: 1 } }, 'focal.y', 'required'],
    [{ crop: { x: -1, y: 0, width: 600, height: 300 } }, 'crop.x', 'too_small'],
    [{ crop: { x: 0, y: 0, width: 0, height: 300 } }, 'crop.width', 'too_small'],
    [{ crop: { x: 0, y: 0, width: 4001, height: 300 } }, 'crop.width', 'too_big'],
    [{ crop: { x: 1, y: 0, width: 1000, height: 500 } }, 'crop', 'too_big'],
    [{ crop: { x: 0, y: 1, width: 1000, height: 500 } }, 'crop', 'too_big'],
    [{ zoom: 2 }, 'zoom', 'unknown_field'],
  ])('%o is refused, when uploading and after', async (edit, path, code) => {
    const { eventId } = await newEvent();
    const content = await paint(1000, 500).png().toBuffer();
    const made = await upload(eventId, cover(content));
    const reply = await change(eventId, made.data.id, edit);
    expect(reply.status).toBe(422);
    expect(reply.problem.errors).toContainEqual(expect.objectContaining({ path, code }));
    const uploaded = await upload(eventId, edited(content, edit));
    expect([uploaded.status, uploaded.code]).toEqual([422, 'VALIDATION_FAILED']);
    const list = await app.as(owner).call(listEventImages, { params: { eventId: String(eventId) } });
    expect(list.body.data).toEqual([made.data]);
  });

  test.each<[string, Crop, string]>([
    ['narrower than a cover', { x: 0, y: 0, width: 599, height: 300 }, 'IMAGE_TOO_SMALL'],
    ['lower than a cover', { x: 0, y: 0, width: 600, height: 299 }, 'IMAGE_TOO_SMALL'],
  ])('a part that is %s is refused', async (_, crop, code) => {
    const { eventId } = await newEvent();
    const content = await paint(1000, 500).png().toBuffer();
    const made = await upload(eventId, cover(content));
    expect((await change(eventId, made.data.id, { crop })).problem.code).toBe(code);
    expect((await change(eventId, made.data.id, { crop: { ...crop, width: 600, height: 300 } })).status).toBe(
      200,
    );
  });

  test('what is not JSON is named', async () => {
    const { eventId } = await newEvent();
    const content = await paint(600, 300).png().toBuffer();
    expect(await upload(eventId, edited(content, '{'))).toMatchObject({
      status: 422,
      errors: [{ path: 'edit', code: 'invalid_format' }],
    });
  });

  test('an image from before originals were kept is cropped from its largest size', async () => {
    const { eventId } = await newEvent();
    const made = await upload(eventId, cover(await quarters(1200, 600)));
    await app.db
      .updateTable('images')
      .set({ original_key: null, original_width: null, original_height: null })
      .where('id', '=', made.data.id)
      .execute();
    const params = { eventId: String(eventId) };
    const [seen] = (await app.as(owner).call(listEventImages, { params })).body.data;
    expect(seen?.original).toEqual({ url: expect.stringContaining('/960.webp'), width: 960, height: 480 });
    const cropped = await change(eventId, made.data.id, { crop: { x: 0, y: 0, width: 600, height: 300 } });
    expect(cropped.body.data).toMatchObject({ width: 600, original: { width: 960, height: 480 } });
    expect(cropped.body.data.original.url).toContain('/original.webp');
    expect((await change(eventId, made.data.id, { crop: null })).body.data.width).toBe(960);
  });

  test('others change nothing', async () => {
    const { eventId } = await newEvent();
    const made = await upload(eventId, cover(await paint(600, 300).png().toBuffer()));
    expect((await change(eventId, made.data.id, { alt: 'x' }, stranger)).status).toBe(404);
    expect((await change(eventId, made.data.id, { alt: 'x' }, {})).status).toBe(401);
    const other = await newEvent();
    expect((await change(other.eventId, made.data.id, { alt: 'x' })).status).toBe(404);
    await app.db.updateTable('events').set({ status: 'archived' }).where('id', '=', eventId).execute();
    expect((await change(eventId, made.data.id, { alt: 'x' })).problem.code).toBe('EVENT_ARCHIVED');
  });
});

describe('the logo of an organizer', () => {
  const logo = (content: Buffer): Part[] => [
    { name: 'type', value: 'ORGANIZER_LOGO' },
    { name: 'image', value: content, filename: 'logo.png' },
  ];
  const newOrganizer = async () => {
    const { organizerId } = await buildOrganizer(app.db, { accountId: owner.accountId });
    return {
      organizerId,
      path: `/api/organizers/${organizerId}/images`,
      params: { organizerId: String(organizerId) },
    };
  };

  test('is made in its sizes, keeps what is transparent, is replaced and removed', async () => {
    const { path, params } = await newOrganizer();
    const content = await sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const made = await upload(path, logo(content));
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ type: 'ORGANIZER_LOGO', width: 300, height: 300 });
    expect(made.data.sources.map((source) => source.width)).toEqual([96, 192]);
    const file = await app.as().send({ method: 'GET', url: made.data.sources[0]?.url ?? '' });
    expect((await sharp(file.rawPayload).metadata()).hasAlpha).toBe(true);
    const again = await upload(path, logo(await paint(500, 500).png().toBuffer()));
    const list = await app.as(owner).call(listOrganizerImages, { params });
    expect(list.body.data).toEqual([again.data]);
    const image = { params: { ...params, imageId: String(again.data.id) } };
    const cropped = await app
      .as(owner)
      .call(updateOrganizerImage, { ...image, body: { crop: { x: 0, y: 0, width: 100, height: 50 } } });
    expect(cropped.body.data).toMatchObject({ width: 100, height: 50 });
    const organizer = await app.as(owner).call(getOrganizer, { params });
    expect(organizer.body.data).toMatchObject({ version: 1, logo: { id: again.data.id, width: 100 } });
    expect((await app.as(owner).call(deleteOrganizerImage, image)).status).toBe(204);
    expect((await app.as(owner).call(getOrganizer, { params })).body.data.logo).toBeNull();
  });

  test('has limits of its own', async () => {
    const { path } = await newOrganizer();
    const size = async (width: number, height: number) =>
      (await upload(path, logo(await paint(width, height).png().toBuffer()))).code;
    expect(await size(99, 50)).toBe('IMAGE_TOO_SMALL');
    expect(await size(100, 49)).toBe('IMAGE_TOO_SMALL');
    expect(await size(100, 50)).toBeUndefined();
    expect((await upload(path, cover(await paint(600, 300).png().toBuffer()))).errors).toMatchObject([
      { path: 'type', code: 'invalid_choice', allowed: ['ORGANIZER_LOGO'] },
    ]);
  });

  test('is changed by who may write organizers, and seen by the account alone', async () => {
    const { path, params } = await newOrganizer();
    const content = await paint(200, 200).png().toBuffer();
    const helper = await buildUserIn(app.db, owner.accountId, 'organizer');
    expect((await upload(path, logo(content), helper)).code).toBe('FORBIDDEN');
    expect((await upload(path, logo(content), stranger)).status).toBe(404);
    expect((await app.as(helper).call(listOrganizerImages, { params })).status).toBe(200);
    expect((await app.as(stranger).call(listOrganizerImages, { params })).status).toBe(404);
  });
});
