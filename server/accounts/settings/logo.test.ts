import { getMe } from '@entrada/contract/accounts/accounts';
import {
  deleteAccountImage,
  listAccountImages,
  updateAccountImage,
} from '@entrada/contract/accounts/settings';
import { listAuditEntries } from '@entrada/contract/insight/audit-log';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { type Part, paint, uploader } from '../../test/drawing/pictures.ts';
import { buildAccount, buildUserIn } from '../factory.ts';

const app = await buildTestApp();
const PATH = '/api/account/images';
const logo = (content: Buffer, type = 'ACCOUNT_LOGO'): Part[] => [
  { name: 'type', value: type },
  { name: 'image', value: content, filename: 'logo.png' },
];
const picture = (width: number, height: number) => paint(width, height).png().toBuffer();

test('the logo of an account is kept, cropped, replaced and removed, and each of it is recorded', async () => {
  const owner = await buildAccount(app.db);
  const upload = uploader(app, owner);
  const as = app.as(owner);
  const shown = async () => (await as.call(getMe, {})).body.data.account.logo;
  expect(await shown()).toBeNull();
  const made = await upload(PATH, logo(await picture(300, 300)));
  expect([made.status, made.data.type]).toEqual([201, 'ACCOUNT_LOGO']);
  const again = await upload(PATH, logo(await picture(400, 400)));
  expect((await as.call(listAccountImages, {})).body.data).toEqual([again.data]);
  const params = { imageId: String(again.data.id) };
  const body = { crop: { x: 0, y: 0, width: 200, height: 200 } };
  expect((await as.call(updateAccountImage, { params, body })).status).toBe(200);
  expect(await shown()).toMatchObject({ id: again.data.id, width: 200 });
  const file = await app.as().send({ method: 'GET', url: (await shown())?.sources[0]?.url ?? '' });
  expect(file.statusCode).toBe(200);
  expect((await as.call(deleteAccountImage, { params })).status).toBe(204);
  expect(await shown()).toBeNull();
  expect((await as.call(deleteAccountImage, { params })).status).toBe(404);
  const { data } = (await as.call(listAuditEntries, { query: { kind: 'account' } })).body;
  expect(data.map(({ action }) => action)).toEqual([
    'account.logo_removed',
    'account.logo_changed',
    'account.logo_changed',
    'account.logo_changed',
  ]);
  expect(data[0]?.words.what).toBe('Logo removed');
});

test('it keeps to the limits of logos, and says which was missed', async () => {
  const upload = uploader(app, await buildAccount(app.db));
  expect((await upload(PATH, logo(await picture(99, 50)))).code).toBe('IMAGE_TOO_SMALL');
  expect((await upload(PATH, logo(Buffer.from('<svg/>')))).code).toBe('IMAGE_TYPE');
  expect((await upload(PATH, logo(await picture(300, 300), 'ORGANIZER_LOGO'))).errors).toMatchObject([
    { path: 'type', code: 'invalid_choice', allowed: ['ACCOUNT_LOGO'] },
  ]);
});

test('only who manages the account changes it, and never that of another account', async () => {
  const owner = await buildAccount(app.db);
  const made = await uploader(app, owner)(PATH, logo(await picture(300, 300)));
  const params = { imageId: String(made.data.id) };
  for (const role of ['organizer', 'accounts', 'door_staff'] as const) {
    const member = await buildUserIn(app.db, owner.accountId, role);
    expect((await uploader(app, member)(PATH, logo(await picture(300, 300)))).status).toBe(403);
    expect((await app.as(member).call(deleteAccountImage, { params })).status).toBe(403);
    expect((await app.as(member).call(getMe, {})).body.data.account.logo?.id).toBe(made.data.id);
  }
  const stranger = app.as(await buildAccount(app.db));
  expect((await stranger.call(updateAccountImage, { params, body: { alt: 'x' } })).status).toBe(404);
  expect((await stranger.call(deleteAccountImage, { params })).status).toBe(404);
});
