import { getEvent, listEventImages, updateEventImage } from '@entrada/contract/catalog/events';
import type { Crop, EditableImage } from '@entrada/contract/images';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { cover, type Part, paint, uploader } from '../../test/drawing/pictures.ts';
import { buildEvent } from '../events/factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const newEvent = (more: object = {}) => buildEvent(app.db, { accountId: owner.accountId, ...more });
const upload = uploader(app, owner);

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
    expect(made.data.sources.map((source) => source.width)).toEqual([480, 768]);
    expect(await middle(made.data)).toEqual([0, 1, 0]);

    const again = await change(eventId, made.data.id, { crop: { ...crop, x: 0, y: 400 } });
    expect(again.body.data).toMatchObject({ id: made.data.id, alt: 'Four fields', focal: { x: 20, y: 80 } });
    expect(await middle(again.body.data)).toEqual([0, 0, 1]);
    expect(again.body.data.original).toEqual(made.data.original);
    const old = await app.as().send({ method: 'GET', url: made.data.sources[0]?.url ?? '' });
    expect(old.statusCode).toBe(404);

    const whole = await change(eventId, made.data.id, { crop: null });
    expect(whole.body.data).toMatchObject({ crop: null, width: 1600, height: 800 });
    expect(whole.body.data.sources.map((source) => source.width)).toEqual([480, 768, 960, 1440]);
    const event = await app.as(owner).call(getEvent, { params: { eventId: String(eventId) } });
    expect(event.body.data.cover).toMatchObject({ alt: 'Four fields', focal: { x: 20, y: 80 } });
  });

  test('a rotated picture is cropped as it is displayed, and its original keeps no metadata', async () => {
    const { eventId } = await newEvent();
    const content = await sharp(await quarters(800, 1600))
      .withExif({ IFD0: { Copyright: 'CANARY-EXIF' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    // After a clockwise quarter turn, blue is at the top left.
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

  /** One picture for all edits that are refused: none of them changes anything. */
  async function paintOnce() {
    const { eventId } = await newEvent();
    const content = await paint(1000, 500).png().toBuffer();
    return { eventId, content, made: await upload(eventId, cover(content)) };
  }
  let painted: ReturnType<typeof paintOnce> | undefined;

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
    painted ??= paintOnce();
    const { eventId, content, made } = await painted;
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

  test('the answer names the field that is not JSON', async () => {
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

  test('other accounts cannot change an image', async () => {
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
