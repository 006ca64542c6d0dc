import {
  deleteOrganizerImage,
  getOrganizer,
  listOrganizerImages,
  updateOrganizerImage,
} from '@entrada/contract/catalog/organizers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { cover, type Part, paint, uploader } from '../../test/drawing/pictures.ts';
import { buildOrganizer } from './factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const upload = uploader(app, owner);

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

  test('is stored in its sizes, keeps transparency, and can be replaced and removed', async () => {
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

  test('has other limits than a cover', async () => {
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
