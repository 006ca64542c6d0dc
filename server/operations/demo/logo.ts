import sharp from 'sharp';
import { replaceImage } from '../../catalog/images/service.ts';
import type { Ctx } from '../../platform/context.ts';
import type { FileStore } from '../../platform/files.ts';

/** A sun over two waves, in the colours of the demo festival. */
const LOGO = `<svg width="600" height="600" viewBox="0 0 60 60"><rect width="60" height="60" rx="10" fill="#0F2B2E"/>
  <circle cx="30" cy="28" r="13" fill="#FF4301"/>
  <path d="M0 36q7.500 -6 15 0t15 0t15 0t15 0v24H0z" fill="#12343A" stroke="#F4E3CF" stroke-width="1.600"/>
  <path d="M0 46q7.500 -6 15 0t15 0t15 0t15 0v14H0z" fill="#12343A" stroke="#F4E3CF" stroke-width="1.600"/></svg>`;

/** The demo organizer's logo. */
export async function seedLogo(ctx: Ctx, files: FileStore, organizerId: number): Promise<void> {
  const content = await sharp(Buffer.from(LOGO)).png().toBuffer();
  await replaceImage(ctx, files, { organizerId }, { content, edit: {} });
}
