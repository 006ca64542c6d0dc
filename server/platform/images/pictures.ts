import { IMAGE } from '@entrada/contract/constants';
import type { Crop, ImageType } from '@entrada/contract/images';
import sharp, { type Sharp } from 'sharp';
import { fail, failFields } from '../errors.ts';
import { MAIL_FILE, MAIL_LOGO, mailLogoWidth, SHARE_FILE, SHARE_WIDTH } from './picture.ts';

// libvips starts no threads of its own and keeps nothing that it decoded.
sharp.cache(false);
sharp.concurrency(1);

export type Pictures = {
  /** By file name: `480.webp`, `share.jpg`. */
  files: Map<string, Buffer>;
  widths: number[];
  width: number;
  height: number;
  placeholder: string;
  /** How wide mails show a logo; null for a cover. */
  mailWidth: number | null;
};

/** How many bytes a size may have, by its width. A phone shows a cover at 768 or 960 pixels. */
const MOST_BYTES: Readonly<Record<number, number>> = {
  480: 30_000,
  768: 52_000,
  960: 60_000,
  1440: 130_000,
  2160: 260_000,
};
/** A picture that stays too large is encoded with the next quality. Below the last one it would look damaged. */
const QUALITIES = [80, 70, 60, 50, 40];

/** `use`: where the picture is shown besides the pages of the product. */
type Rules = { minWidth: number; minHeight: number; widths: readonly number[]; use: 'shared' | 'mailed' };

const LOGO: Rules = {
  minWidth: IMAGE.logoMinWidth,
  minHeight: IMAGE.logoMinHeight,
  widths: IMAGE.logoWidths,
  use: 'mailed',
};

const RULES: Record<ImageType, Rules> = {
  EVENT_COVER: {
    minWidth: IMAGE.coverMinWidth,
    minHeight: IMAGE.coverMinHeight,
    widths: IMAGE.coverWidths,
    use: 'shared',
  },
  ORGANIZER_LOGO: LOGO,
  ACCOUNT_LOGO: LOGO,
};

/**
 * Finds the format from the first bytes. No other format may reach the decoder, which could also read SVG,
 * PDF and more.
 */
function sniff(content: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'png';
  const isRiff = content.subarray(0, 4).toString('latin1') === 'RIFF';
  return isRiff && content.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp' : null;
}

/** An animated PNG declares its animation before its first picture. */
function isAnimatedPng(content: Buffer): boolean {
  const data = content.indexOf('IDAT');
  return content.subarray(0, data < 0 ? content.length : data).includes('acTL');
}

function expectLargeEnough(size: { width: number; height: number }, type: ImageType): void {
  const { minWidth, minHeight } = RULES[type];
  if (size.width < minWidth || size.height < minHeight) {
    throw fail('IMAGE_TOO_SMALL', { params: { minWidth, minHeight } });
  }
}

async function check(content: Buffer, type: ImageType): Promise<{ width: number; height: number }> {
  const format = sniff(content);
  if (!format || (format === 'png' && isAnimatedPng(content))) throw fail('IMAGE_TYPE');
  // This reads only the header. Too many pixels are refused below, before any pixel is decoded.
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
  expectLargeEnough({ width, height }, type);
  return { width, height };
}

/** Turns the picture upright by its metadata. A picture with too many pixels is never decoded. */
const open = (content: Buffer) =>
  sharp(content, { limitInputPixels: IMAGE.maxWidth * IMAGE.maxHeight, failOn: 'error' }).autoOrient();

/**
 * Checks a picture by its content and makes its sizes from the crop (null: the whole picture). The results
 * are upright, never enlarged, and without metadata. Throws IMAGE_TYPE, IMAGE_DIMENSIONS, IMAGE_TOO_SMALL,
 * IMAGE_UNREADABLE, or VALIDATION_FAILED for a crop outside the picture. The caller has checked the number of
 * bytes. Runs in a process of its own: others call make.ts.
 */
export async function makeSizes(
  content: Buffer,
  { type, crop = null }: { type: ImageType; crop?: Crop | null },
): Promise<Pictures> {
  const whole = await check(content, type);
  if (crop && (crop.x + crop.width > whole.width || crop.y + crop.height > whole.height)) {
    throw failFields([{ path: 'crop', code: 'too_big' }]);
  }
  const { width, height } = crop ?? whole;
  expectLargeEnough({ width, height }, type);
  const upright = open(content);
  const source = crop ? upright.extract({ left: crop.x, top: crop.y, width, height }) : upright;
  const files = new Map<string, Buffer>();
  const rules = RULES[type];
  const widths = rules.widths.filter((each) => each <= width);
  try {
    for (const each of widths) {
      files.set(`${each}.webp`, await encode(source.clone().resize({ width: each }), each));
    }
    if (rules.use === 'shared') {
      const share = source
        .clone()
        .resize({ width: SHARE_WIDTH, withoutEnlargement: true })
        .flatten({ background: '#fff' });
      files.set(SHARE_FILE, await share.jpeg({ quality: 84, progressive: true }).toBuffer());
    } else {
      const twice = source.clone().resize({
        width: 2 * MAIL_LOGO.maxWidth,
        height: 2 * MAIL_LOGO.height,
        fit: 'inside',
        withoutEnlargement: true,
      });
      files.set(MAIL_FILE, await twice.png({ compressionLevel: 9 }).toBuffer());
    }
    const tiny = await source.clone().resize({ width: 16 }).webp({ quality: 40 }).toBuffer();
    return {
      files,
      widths,
      width,
      height,
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
      mailWidth: rules.use === 'mailed' ? mailLogoWidth({ width, height }) : null,
    };
  } catch (error) {
    throw fail('IMAGE_UNREADABLE', { cause: error });
  }
}

/** The picture with the best quality that has few enough bytes, or with the last one. */
async function encode(picture: Sharp, width: number): Promise<Buffer> {
  const pixels = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width: columns, height, channels } = pixels.info;
  let made = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    made = await sharp(pixels.data, { raw: { width: columns, height, channels } })
      .webp({ quality })
      .toBuffer();
    if (made.length <= (MOST_BYTES[width] ?? Number.POSITIVE_INFINITY)) break;
  }
  return made;
}

export type Original = { content: Buffer; width: number; height: number };

/**
 * The whole of a picture that `makeSizes` accepted, for later crops. It is upright, has all its pixels and no
 * metadata. Throws IMAGE_UNREADABLE.
 */
export async function makeOriginal(content: Buffer): Promise<Original> {
  try {
    const made = await open(content).webp({ quality: 92, effort: 2 }).toBuffer({ resolveWithObject: true });
    return { content: made.data, width: made.info.width, height: made.info.height };
  } catch (error) {
    throw fail('IMAGE_UNREADABLE', { cause: error });
  }
}
