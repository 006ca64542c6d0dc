import type { Cover } from '@entrada/contract/events';

/** Where the store's files are served; the share picture is a JPEG, which every mail client and network reads. */
export const FILES_PATH = '/api/public/files';
export const SHARE_FILE = 'share.jpg';
export const SHARE_WIDTH = 1200;

type CoverRow = {
  image_id: number | null;
  file_key: string | null;
  widths: number[] | null;
  image_width: number | null;
  image_height: number | null;
  placeholder: string | null;
};

/** A cover as replies show it, from the columns of a left join; null where there is none. */
export function coverOf(row: CoverRow): Cover | null {
  const { image_id: id, file_key: key, widths, image_width: width, image_height: height, placeholder } = row;
  if (id === null || key === null || !widths || width === null || height === null || placeholder === null)
    return null;
  return {
    id,
    sources: widths.map((each) => ({ url: `${FILES_PATH}/${key}/${each}.webp`, width: each })),
    width,
    height,
    placeholder,
  };
}

/** The path of the picture for mails, PDF and og:image, from a cover; null where there is none. */
export function sharePath(cover: Cover | null): string | null {
  const folder = cover?.sources[0]?.url.replace(/\/[^/]*$/, '');
  return folder ? `${folder}/${SHARE_FILE}` : null;
}

/** The key of that picture in the file store. */
export function shareKey(cover: Cover | null): string | null {
  return sharePath(cover)?.slice(FILES_PATH.length + 1) ?? null;
}
