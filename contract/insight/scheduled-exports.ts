import { z } from 'zod';
import { LOCALES } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, isoOut, pathId } from '../fields.ts';
import { ROLES } from '../permissions.ts';
import { EXPORT_FORMATS, EXPORTS } from '../sales/exports.ts';

export const SCHEDULED_EXPORTS = {
  /** Of one event. */
  most: 20,
  recipients: 20,
  /** How long a file can be downloaded. Then it is deleted. */
  fileDays: 7,
  /** Files are still made for so many days after the end of the event, because refunds and answers come late. */
  daysAfterEvent: 14,
  /** How many of the last runs a schedule shows, beside those whose file can be downloaded. */
  runs: 7,
  /** Characters of a list's query. */
  query: 4_000,
} as const;

/**
 * Why no more files come: a person paused it, the event is over for long enough or archived, or none of the recipients
 * may read the file any more.
 */
export const STOPS = ['paused', 'event_over', 'event_archived', 'nobody'] as const;
export type Stop = (typeof STOPS)[number];

/** Why a run failed: something went wrong, the filter is not valid any more, nobody may read the file, or it was stopped. */
export const RUN_ERRORS = ['FAILED', 'FILTER', 'NOBODY', 'STOPPED'] as const;
export type RunError = (typeof RUN_ERRORS)[number];

const settings = {
  what: z.enum(EXPORTS),
  format: z.enum(EXPORT_FORMATS),
  /** The language of the file. */
  locale: z.enum(LOCALES),
  /** 1 is Monday, 7 is Sunday. Null: every day. */
  weekday: z.number().int().min(1).max(7).nullable(),
  /** By the clock of the event. */
  hour: z.number().int().min(0).max(23),
};

/** The query of the list whose rows the file holds. Empty: everything. */
const query = z
  .record(z.string().max(100), z.string().max(600))
  .refine((given) => JSON.stringify(given).length <= SCHEDULED_EXPORTS.query, { error: 'too_long' });

const run = z.object({
  id: z.number(),
  what: z.enum(EXPORTS),
  /** When it was due. */
  dueAt: isoOut,
  /** Who asked for it; null if its time had come. */
  startedBy: z.string().nullable(),
  status: z.enum(['waiting', 'done', 'failed']),
  /** Why the last try failed. A run that waits is tried again. */
  error: z.enum(RUN_ERRORS).nullable(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  /** To how many people the link was mailed. */
  mails: z.number(),
  /** Those of them who get it on another day, because the account has sent as many mails as it may. */
  waitingMails: z.number(),
  endedAt: isoOut.nullable(),
  /** Until when the file can be downloaded. Null: there is none, or it is deleted. */
  fileUntil: isoOut.nullable(),
});
export type ExportRun = z.output<typeof run>;

const scheduled = z.object({
  id: z.number(),
  ...settings,
  query: z.record(z.string(), z.string()),
  recipients: z.array(z.number()),
  stopped: z.enum(STOPS).nullable(),
  /** Null if it is stopped, or if the event is over before. */
  nextAt: isoOut.nullable(),
  createdBy: z.string(),
  version: z.number(),
  /** Newest first. */
  runs: z.array(run),
});
export type ScheduledExport = z.output<typeof scheduled>;

/** Somebody of the account. A file goes only to people who are active, have confirmed their address and may read it. */
const member = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  isConfirmed: z.boolean(),
});
export type ExportReader = z.output<typeof member>;

const body = {
  ...settings,
  query,
  recipients: z.array(id).min(1).max(SCHEDULED_EXPORTS.recipients),
};
const newScheduled = z.strictObject(body);
export type NewScheduledExport = z.output<typeof newScheduled>;

const ofEvent = z.object({ eventId: pathId });
const one = z.object({ eventId: pathId, scheduledExportId: pathId });
const path = '/events/:eventId/scheduled-exports';
const ofOne = `${path}/:scheduledExportId`;

export const listScheduledExports = endpoint({
  method: 'GET',
  path,
  access: 'events.read',
  summary: 'The scheduled exports of an event with their last runs, and the people who can be recipients.',
  params: ofEvent,
  response: single(
    z.object({
      scheduled: z.array(scheduled),
      /** The active members of the account, and recipients who are it no more. */
      members: z.array(member),
      timezone: z.string(),
      /** The last files come until then. */
      endsAt: isoOut,
    }),
  ),
});

export const createScheduledExport = endpoint({
  method: 'POST',
  path,
  access: 'events.write',
  status: 201,
  summary:
    'Have a file of an event made every day or every week, and its link mailed to people of the account.',
  params: ofEvent,
  body: newScheduled,
  response: single(scheduled),
});

export const updateScheduledExport = endpoint({
  method: 'PUT',
  path: ofOne,
  access: 'events.write',
  summary: 'Change a scheduled export. A `version` that is not the present one answers 409 STALE_VERSION.',
  params: one,
  body: z.strictObject({ ...body, version: z.number().int().min(1).max(2_147_483_647) }),
  response: single(scheduled),
});

export const pauseScheduledExport = endpoint({
  method: 'POST',
  path: `${ofOne}/pause`,
  access: 'events.write',
  summary: 'Make no more files until it is resumed. One that is being made is still sent.',
  params: one,
  response: single(scheduled),
});

export const resumeScheduledExport = endpoint({
  method: 'POST',
  path: `${ofOne}/resume`,
  access: 'events.write',
  summary: 'Go on after a pause, or after it stopped by itself.',
  params: one,
  response: single(scheduled),
});

export const runScheduledExport = endpoint({
  method: 'POST',
  path: `${ofOne}/runs`,
  access: 'events.write',
  status: 201,
  summary:
    'Make the file and mail its link now. Its usual times stay. While one is being made, no second one is begun.',
  params: one,
  response: single(scheduled),
});

export const deleteScheduledExport = endpoint({
  method: 'DELETE',
  path: ofOne,
  access: 'events.write',
  summary:
    'Delete a scheduled export; its files cannot be downloaded any more. It can be brought back for a day.',
  params: one,
});

export const restoreScheduledExport = endpoint({
  method: 'POST',
  path: `${ofOne}/restore`,
  access: 'events.write',
  summary: 'Bring back a scheduled export that was deleted within the last day.',
  params: one,
  response: single(scheduled),
});
