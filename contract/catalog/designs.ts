import { z } from 'zod';
import { readabilityOf } from '../colors/readability.ts';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { color, line, pathId } from '../fields.ts';

export const BACKGROUND_TYPES = ['color', 'blurred_cover'] as const;
export type BackgroundType = (typeof BACKGROUND_TYPES)[number];

/** The organizer's own colours, as #rrggbb in lower case. */
const pageColors = z.strictObject({ page: color, text: color, button: color, buttonText: color });
export type PageColors = z.output<typeof pageColors>;

/** Colours that people can read: the contrast of WCAG 2.2 AA for text, small print and buttons. */
const readableColors = pageColors.superRefine((colors, context) => {
  for (const { pair } of readabilityOf(colors).unreadable) {
    const path = [pair === 'button' ? 'buttonText' : 'text'];
    context.addIssue({ code: 'custom', message: 'unreadable', path });
  }
});

/** The colours of pages without their own, in the light scheme. An organizer's design starts from them. */
export const DEFAULT_COLORS: PageColors = {
  page: '#faf8f5',
  text: '#1c1815',
  button: '#ff4301',
  buttonText: '#1c1815',
};

const design = z.object({
  /** The event's version. The settings and the design share it. */
  version: z.number(),
  /** Null: the page follows each visitor's light or dark scheme. */
  colors: pageColors.nullable(),
  background: z.enum(BACKGROUND_TYPES),
  continueButtonText: z.string(),
});
export type Design = z.output<typeof design>;

const params = z.object({ eventId: pathId });
const version = z.number().int().min(1).max(2_147_483_647);

export const getDesign = endpoint({
  method: 'GET',
  path: '/events/:eventId/design',
  access: 'events.read',
  summary: 'How the public page of an event looks.',
  params,
  response: single(design),
});

export const updateDesign = endpoint({
  method: 'PUT',
  path: '/events/:eventId/design',
  access: 'events.write',
  summary:
    'Change how the public page looks. `version` must be the one that was read; otherwise 409 STALE_VERSION.',
  params,
  body: z.strictObject({
    version,
    colors: readableColors.nullable(),
    background: z.enum(BACKGROUND_TYPES),
    continueButtonText: line(LIMITS.continueButtonText),
  }),
  response: single(design),
});
