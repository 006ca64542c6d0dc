import { IMAGE } from '@entrada/contract/constants';
import type { ErrorCode } from '@entrada/contract/errors';
import type { Crop, ImageType } from '@entrada/contract/images';

export type Size = { width: number; height: number };

type Rules = { min: Size; recommended: Size; aspect: number };

const logo: Rules = {
  min: { width: IMAGE.logoMinWidth, height: IMAGE.logoMinHeight },
  recommended: { width: IMAGE.logoRecommendedWidth, height: IMAGE.logoRecommendedHeight },
  aspect: 1,
};

/** The sizes that each type of image needs, and the shape in which it is shown. */
export const imageRules: Record<ImageType, Rules> = {
  EVENT_COVER: {
    min: { width: IMAGE.coverMinWidth, height: IMAGE.coverMinHeight },
    recommended: { width: IMAGE.coverRecommendedWidth, height: IMAGE.coverRecommendedHeight },
    aspect: 2,
  },
  ORGANIZER_LOGO: logo,
  ACCOUNT_LOGO: logo,
};

type ImageRefusal = Extract<
  ErrorCode,
  'IMAGE_TOO_LARGE' | 'IMAGE_TYPE' | 'IMAGE_TOO_SMALL' | 'IMAGE_DIMENSIONS' | 'IMAGE_UNREADABLE'
>;

/**
 * Reads the size of an image, as displayed, or says why the image can't be used. The server checks the content again.
 */
export async function readImage(file: File, type: ImageType): Promise<Size | ImageRefusal> {
  if (!(IMAGE.types as readonly string[]).includes(file.type)) return 'IMAGE_TYPE';
  if (file.size > IMAGE.maxBytes) return 'IMAGE_TOO_LARGE';
  let size: Size;
  try {
    const bitmap = await createImageBitmap(file);
    size = { width: bitmap.width, height: bitmap.height };
    bitmap.close();
  } catch {
    return 'IMAGE_UNREADABLE';
  }
  const { min } = imageRules[type];
  if (size.width > IMAGE.maxWidth || size.height > IMAGE.maxHeight) return 'IMAGE_DIMENSIONS';
  if (size.width < min.width || size.height < min.height) return 'IMAGE_TOO_SMALL';
  return size;
}

/** A crop in percent of the image, as the crop tool needs it. */
export type PercentCrop = { unit: '%'; x: number; y: number; width: number; height: number };

/** The largest crop with this aspect ratio, in the middle. */
export function centredCrop({ width, height }: Size, aspect: number): PercentCrop {
  const isWide = width / height > aspect;
  const part: Size = isWide
    ? { width: (100 * height * aspect) / width, height: 100 }
    : { width: 100, height: (100 * width) / aspect / height };
  return { unit: '%', x: (100 - part.width) / 2, y: (100 - part.height) / 2, ...part };
}

/** Converts a crop to whole pixels, within the image and not smaller than `min`. Null for the whole image. */
export function toPixels(crop: PercentCrop, whole: Size, min: Size): Crop | null {
  const width = clamp(Math.round((crop.width * whole.width) / 100), min.width, whole.width);
  const height = clamp(Math.round((crop.height * whole.height) / 100), min.height, whole.height);
  if (width >= whole.width && height >= whole.height) return null;
  return {
    x: clamp(Math.round((crop.x * whole.width) / 100), 0, whole.width - width),
    y: clamp(Math.round((crop.y * whole.height) / 100), 0, whole.height - height),
    width,
    height,
  };
}

/** Converts a crop to percent. Null is the whole image. */
export function toPercent(crop: Crop | null, whole: Size): PercentCrop {
  if (!crop) return { unit: '%', x: 0, y: 0, width: 100, height: 100 };
  return {
    unit: '%',
    x: (100 * crop.x) / whole.width,
    y: (100 * crop.y) / whole.height,
    width: (100 * crop.width) / whole.width,
    height: (100 * crop.height) / whole.height,
  };
}

/** Whether a crop has this aspect ratio, allowing for rounding to whole pixels. */
export function hasAspect(crop: PercentCrop, whole: Size, aspect: number): boolean {
  const height = (crop.height * whole.height) / 100;
  return Math.abs((crop.width * whole.width) / 100 - height * aspect) < 2 * Math.max(1, aspect);
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
