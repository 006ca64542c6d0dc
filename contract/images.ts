import { z } from 'zod';
import { IMAGE } from './constants.ts';
import { line } from './fields.ts';

const IMAGE_TYPES = ['EVENT_COVER', 'ORGANIZER_LOGO', 'ACCOUNT_LOGO'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** A point in percent of a picture's width and height. It stays visible when the picture is cut to fit. */
const focalPoint = z.object({ x: z.number(), y: z.number() });
export type FocalPoint = z.output<typeof focalPoint>;

/** A part of an upload, in pixels of the upright picture. */
const crop = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Crop = z.output<typeof crop>;

export const cover = z.object({
  id: z.number(),
  /** The order is not guaranteed: choose by width. */
  sources: z.array(z.object({ url: z.string(), width: z.number() })),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  /** What the picture shows, for people who cannot see it. Empty if it is only decoration. */
  alt: z.string(),
  focal: focalPoint,
});
export type Cover = z.output<typeof cover>;

/** An image for the editor of the workspace: with the whole upload and the visible part of it. */
export const editableImage = cover.extend({
  type: z.enum(IMAGE_TYPES),
  original: z.object({ url: z.string(), width: z.number(), height: z.number() }),
  /** Null if the whole upload is shown. */
  crop: crop.nullable(),
});
export type EditableImage = z.output<typeof editableImage>;

const percent = z.number().int().min(0).max(100);
const pixel = z.number().int().min(0);

const focalInput = z.strictObject({ x: percent, y: percent });
const cropInput = z.strictObject({
  x: pixel.max(IMAGE.maxWidth),
  y: pixel.max(IMAGE.maxHeight),
  width: pixel.min(1).max(IMAGE.maxWidth),
  height: pixel.min(1).max(IMAGE.maxHeight),
});
const altInput = line(IMAGE.maxAlt);

/** The properties of an image that can change without a new upload. A missing property stays unchanged. */
export const imageChange = z.strictObject({
  crop: cropInput.nullable().optional(),
  focal: focalInput.optional(),
  alt: altInput.optional(),
});
export type ImageChange = z.output<typeof imageChange>;
