import type { Cover, Crop, EditableImage, ImageType } from '@entrada/contract/images';

/**
 * The path under which files of the store are served. The share picture is a JPEG, because every mail client
 * and network can read it.
 */
const FILES_PATH = '/api/public/files';
export const SHARE_FILE = 'share.jpg';
export const SHARE_WIDTH = 1200;
export const ORIGINAL_FILE = 'original.webp';
/** A logo for mails: a PNG with twice the pixels that mails show, because some mail programs read no WebP. */
export const MAIL_FILE = 'mail.png';
/** In CSS pixels: how high a logo is in mails, and how wide at most. A wider one is less high. */
export const MAIL_LOGO = { height: 40, maxWidth: 240 } as const;

type Size = { width: number; height: number };

/** How wide mails show a logo of this size. */
export const mailLogoWidth = ({ width, height }: Size): number =>
  Math.max(1, Math.min(MAIL_LOGO.maxWidth, Math.round((MAIL_LOGO.height * width) / height)));

/** A logo as mails show it: the path of its picture, and its size there. */
export type MailLogo = { path: string; alt: string; width: number; height: number };

/** The columns of a logo for mails; `mail_width` is null for one that was made before mails showed it. */
export type LogoRow = Size & { file_key: string; widths: number[]; alt: string; mail_width: number | null };

/** The same from its row. Null if there is no logo. */
export function mailLogoOf(row: LogoRow | null): MailLogo | null {
  if (!row) return null;
  const name = row.mail_width === null ? `${Math.max(...row.widths)}.webp` : MAIL_FILE;
  const width = row.mail_width ?? mailLogoWidth(row);
  const height = Math.max(1, Math.round((width * row.height) / row.width));
  return { path: `${FILES_PATH}/${row.file_key}/${name}`, alt: row.alt, width, height };
}

/** The columns of a cover, for queries that join `images as i`. */
export const COVER_COLUMNS = [
  'i.id as image_id',
  'i.file_key',
  'i.widths',
  'i.width as image_width',
  'i.height as image_height',
  'i.placeholder',
  'i.alt as image_alt',
  'i.focal_x as image_focal_x',
  'i.focal_y as image_focal_y',
] as const;

type CoverRow = {
  image_id: number | null;
  file_key: string | null;
  widths: number[] | null;
  image_width: number | null;
  image_height: number | null;
  placeholder: string | null;
  image_alt: string | null;
  image_focal_x: number | null;
  image_focal_y: number | null;
};

/** A cover as replies show it, from the columns of a left join. Null if there is no image. */
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
    alt: row.image_alt ?? '',
    focal: { x: row.image_focal_x ?? 50, y: row.image_focal_y ?? 50 },
  };
}

type ImageRow = CoverRow & {
  type: string;
  original_key: string | null;
  original_width: number | null;
  original_height: number | null;
  crop_x: number | null;
  crop_y: number | null;
  crop_width: number | null;
  crop_height: number | null;
};

/**
 * An image as the workspace edits it. Null if there is no image. Images that were uploaded before originals
 * were kept use their largest size as original.
 */
export function editableOf(row: ImageRow): EditableImage | null {
  const cover = coverOf(row);
  if (!cover) return null;
  return { ...cover, type: row.type as ImageType, original: originalOf(row, cover), crop: cropOf(row) };
}

function originalOf(row: ImageRow, cover: Cover): EditableImage['original'] {
  const { original_key: key, original_width: width, original_height: height } = row;
  if (key !== null && width !== null && height !== null) {
    return { url: `${FILES_PATH}/${key}/${ORIGINAL_FILE}`, width, height };
  }
  const largest = Math.max(...cover.sources.map((source) => source.width));
  const url = cover.sources.find((source) => source.width === largest)?.url ?? '';
  return { url, width: largest, height: Math.round((cover.height * largest) / cover.width) };
}

function cropOf({ crop_x: x, crop_y: y, crop_width: width, crop_height: height }: ImageRow): Crop | null {
  return x === null || y === null || width === null || height === null ? null : { x, y, width, height };
}

/** The path of a cover's picture for mails, PDF and og:image. Null if there is no cover. */
export function sharePath(cover: Cover | null): string | null {
  const folder = cover?.sources[0]?.url.replace(/\/[^/]*$/, '');
  return folder ? `${folder}/${SHARE_FILE}` : null;
}

/** The key of that picture in the file store. */
export function shareKey(cover: Cover | null): string | null {
  return sharePath(cover)?.slice(FILES_PATH.length + 1) ?? null;
}
