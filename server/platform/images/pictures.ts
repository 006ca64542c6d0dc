import { IMAGE } from '@entrada/contract/constants';
import sharp from 'sharp';
import { fail } from '../errors.ts';
import { SHARE_FILE, SHARE_WIDTH } from './picture.ts';

export type Pictures = {
  /** By file name: `480.webp`, `share.jpg`. */
  files: Map<string, Buffer>;
  widths: number[];
  width: number;
  height: number;
  placeholder: string;
};

/** The format by the first bytes. Nothing else may reach the decoder, which could read SVG, PDF and more. */
function sniff(content: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'png';
  const isRiff = content.subarray(0, 4).toString('latin1') === 'RIFF';
  return isRiff && content.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : null;
}

/** An animated PNG announces itself before its first picture. */
function isAnimatedPng(content: Buffer): boolean {
  const data = content.indexOf('IDAT');
  return content.subarray(0, data < 0 ? content.length : data).includes('acTL');
}

async function check(content: Buffer): Promise<{ width: number; height: number }> {
  const format = sniff(content);
  if (!format || (format === 'png' && isAnimatedPng(content))) throw fail('IMAGE_TYPE');
  // Reads the header only; the pixels are refused below, before any of them is decoded.
  const metadata = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw fail('IMAGE_UNREADABLE', { cause: error });
    });
  if (metadata.format !== format || (metadata.pages ?? 1) > 1) throw fail('IMAGE_TYPE');
  const { width, height } = metadata.autoOrient;
  if (width > IMAGE.maxWidth || height > IMAGE.maxHeight) {
    throw fail('IMAGE_DIMENSIONS', { params: { maxWidth: IMAGE.maxWidth, maxHeight: IMAGE.maxHeight } });
  }
  if (width < IMAGE.coverMinWidth || height < IMAGE.coverMinHeight) {
    throw fail('IMAGE_TOO_SMALL', {
      params: { minWidth: IMAGE.coverMinWidth, minHeight: IMAGE.coverMinHeight },
    });
  }
  return { width, height };
}

/**
 * Checks a cover by its content and makes its sizes: upright, never enlarged, without metadata. IMAGE_TYPE,
 * IMAGE_DIMENSIONS, IMAGE_TOO_SMALL, IMAGE_UNREADABLE. The caller has checked the number of bytes.
 */
export async function makePictures(content: Buffer): Promise<Pictures> {
  const { width, height } = await check(content);
  const source = sharp(content, {
    limitInputPixels: IMAGE.maxWidth * IMAGE.maxHeight,
    failOn: 'error',
  }).autoOrient();
  const files = new Map<string, Buffer>();
  const widths = IMAGE.coverWidths.filter((each) => each <= width);
  try {
    for (const each of widths) {
      files.set(
        `${each}.webp`,
        await source.clone().resize({ width: each }).webp({ quality: 80 }).toBuffer(),
      );
    }
    const share = source
      .clone()
      .resize({ width: SHARE_WIDTH, withoutEnlargement: true })
      .flatten({ background: '#fff' });
    files.set(SHARE_FILE, await share.jpeg({ quality: 84, progressive: true }).toBuffer());
    const tiny = await source.clone().resize({ width: 16 }).webp({ quality: 40 }).toBuffer();
    return { files, widths, width, height, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
  } catch (error) {
    throw fail('IMAGE_UNREADABLE', { cause: error });
  }
}
