import { IMAGE } from '@entrada/contract/constants';
import type { ErrorCode } from '@entrada/contract/errors';

type Refusal = Extract<
  ErrorCode,
  'IMAGE_TOO_LARGE' | 'IMAGE_TYPE' | 'IMAGE_TOO_SMALL' | 'IMAGE_DIMENSIONS' | 'IMAGE_UNREADABLE'
>;

/** Why a picture can't be a cover, found before it is sent; the server checks again, by content. */
export async function refuseCover(file: File): Promise<Refusal | undefined> {
  if (!(IMAGE.types as readonly string[]).includes(file.type)) return 'IMAGE_TYPE';
  if (file.size > IMAGE.maxBytes) return 'IMAGE_TOO_LARGE';
  let size: { width: number; height: number };
  try {
    const bitmap = await createImageBitmap(file);
    size = { width: bitmap.width, height: bitmap.height };
    bitmap.close();
  } catch {
    return 'IMAGE_UNREADABLE';
  }
  if (size.width < IMAGE.coverMinWidth || size.height < IMAGE.coverMinHeight) return 'IMAGE_TOO_SMALL';
  if (size.width > IMAGE.maxWidth || size.height > IMAGE.maxHeight) return 'IMAGE_DIMENSIONS';
  return undefined;
}
