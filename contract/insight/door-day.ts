import { z } from 'zod';
import { endpoint, single } from '../endpoint.ts';
import { isoOut, pathId } from '../fields.ts';
import { calendarDay } from './figures.ts';

/** How many minutes of each door are shown, the running minute with them. */
export const DOOR_MINUTES = 24;

export const getDoorDay = endpoint({
  method: 'GET',
  path: '/events/:eventId/door_day',
  access: 'check-in.read',
  summary: 'Entries of one day of an event in its zone: minute by minute, at each door and by ticket.',
  params: z.object({ eventId: pathId }),
  query: z.object({
    /** Without it: today. */
    day: calendarDay.optional(),
  }),
  response: single(
    z.object({
      timezone: z.string(),
      day: z.string(),
      /** The time of these figures. */
      at: isoOut,
      /** Attendees who may come on this day: active ones whose ticket is for this day, or for the whole event. */
      expected: z.number(),
      /** Those of them who entered on this day, each once, and those who are inside now. */
      entered: z.number(),
      inside: z.number(),
      /** Entries of each minute from the first one on, the last one is the running minute. Empty before the first entry. */
      minutes: z.object({ from: isoOut, entries: z.array(z.number()) }).nullable(),
      /** Entries a minute over the last five full minutes. Rounded to a tenth. */
      pace: z.number(),
      /** The most entries in one full minute of this day, and when. */
      busiest: z.object({ at: isoOut, entries: z.number() }).nullable(),
      /** When everybody is in if it goes on at `pace`. Null if nobody comes now, or everybody is in. */
      allInAt: isoOut.nullable(),
      /** Check-in lists, with those that were deleted if somebody entered by them. */
      doors: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          entered: z.number(),
          inside: z.number(),
          pace: z.number(),
          /** Of the last DOOR_MINUTES minutes, the running one last. */
          minutes: z.array(z.number()),
          /** Devices that let somebody in within the last five minutes. */
          devices: z.number(),
          lastEntryAt: isoOut.nullable(),
        }),
      ),
      tickets: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          /** Active attendees. */
          attendees: z.number(),
          inside: z.number(),
          /** Whether it is for this day. A ticket for another day has its own dates. */
          isToday: z.boolean(),
        }),
      ),
    }),
  ),
});
