import { deleteAccountImage, updateAccountImage } from '@entrada/contract/accounts/settings';
import { resendOrder } from '@entrada/contract/sales/resends';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { type Part, paint, uploader } from '../../test/drawing/pictures.ts';
import { buildSoldTicket } from '../../test/sold/ticket.ts';

const app = await buildTestApp();
const { db } = app;
const ACCOUNT = '/api/account/images';
const picture = (width: number, height: number) => paint(width, height).png().toBuffer();
const logo = (type: string, content: Buffer): Part[] => [
  { name: 'type', value: type },
  { name: 'image', value: content, filename: 'logo.png' },
];

/** The order's mail as it is sent now: the picture beside the sender, if there is one, and the file behind it. */
async function headOf(sold: Awaited<ReturnType<typeof buildSoldTicket>>) {
  const params = { eventId: sold.params.eventId, orderId: String(sold.orderId) };
  await sold.owner.call(resendOrder, { params, body: {} });
  await app.runJobs();
  const mail = await db
    .selectFrom('mails')
    .select('html')
    .where('order_id', '=', sold.orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const tag = mail.html?.match(/<img[^>]*\/api\/public\/files[^>]*>/)?.[0];
  if (!tag) return null;
  const of = (name: string) => tag.match(new RegExp(`${name}="([^"]*)"`))?.[1] ?? '';
  const file = await app.as().send({ method: 'GET', url: new URL(of('src')).pathname });
  expect(file.statusCode).toBe(200);
  const { format, width, height } = await sharp(file.rawPayload).metadata();
  return { alt: of('alt'), shown: `${of('width')}x${of('height')}`, file: `${format} ${width}x${height}` };
}

test('mails to buyers show the logo of the account, and the organizer’s own stands over it', async () => {
  const sold = await buildSoldTicket(app, 1);
  const upload = uploader(app, { token: sold.shop.token });
  expect(await headOf(sold)).toBeNull();

  const made = await upload(ACCOUNT, logo('ACCOUNT_LOGO', await picture(600, 300)));
  expect(await headOf(sold)).toEqual({ alt: '', shown: '80x40', file: 'png 160x80' });
  const params = { imageId: String(made.data.id) };
  await sold.owner.call(updateAccountImage, { params, body: { alt: 'A red wave' } });
  expect(await headOf(sold)).toMatchObject({ alt: 'A red wave' });

  const { organizer_id: organizerId } = await db
    .selectFrom('events')
    .select('organizer_id')
    .where('id', '=', sold.shop.eventId)
    .executeTakeFirstOrThrow();
  await upload(`/api/organizers/${organizerId}/images`, logo('ORGANIZER_LOGO', await picture(1800, 200)));
  expect(await headOf(sold)).toEqual({ alt: '', shown: '240x27', file: 'png 480x53' });
  await sold.owner.call(deleteAccountImage, { params });
  expect(await headOf(sold)).toMatchObject({ shown: '240x27' });
});

test('a logo from before mails showed it is there in its largest size', async () => {
  const sold = await buildSoldTicket(app, 1);
  await uploader(app, { token: sold.shop.token })(ACCOUNT, logo('ACCOUNT_LOGO', await picture(500, 500)));
  await db
    .updateTable('images')
    .set({ mail_width: null })
    .where('account_id', '=', sold.shop.accountId)
    .execute();
  expect(await headOf(sold)).toEqual({ alt: '', shown: '40x40', file: 'webp 384x384' });
});
