import { z } from 'zod';
import { LIMITS } from '../../constants.ts';
import { endpoint, single } from '../../endpoint.ts';
import { id, line, pathId } from '../../fields.ts';

/** The lists of an event whose present search, filters, order and columns can be saved as a view. */
export const VIEWED_LISTS = ['orders', 'attendees', 'promo-codes', 'affiliates'] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** A saved view of a list, as one person sees it. */
const savedView = z.object({
  id: z.number(),
  name: z.string(),
  /** Everybody of the account sees it. Otherwise only its author does. */
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** Its author; null for one's own. */
  by: z.string().nullable(),
  /** The query of the list without a page: `query`, `sort_by`, `sort_direction` and `filter_fields[field][operator]`. */
  query: z.record(z.string(), z.string()),
  /** The columns that were shown (true) or hidden (false) against the list's own choice. */
  columns: z.record(z.string(), z.boolean()),
  /** Parts of the saved query that the list no longer knows. They are left out of `query`. */
  dropped: z.array(z.string()),
  /** What its filters name and was deleted: the field and the id, or the promo code. */
  missing: z.array(z.object({ field: z.string(), value: z.string() })),
  /** Its author may change it; owners and admins may change a shared one. */
  mayEdit: z.boolean(),
  version: z.number(),
});
export type SavedView = z.output<typeof savedView>;

/** The views of one list, in the order that the reader gave them. */
const savedViews = z.object({
  views: z.array(savedView),
  /** The view that opens with the list for the reader; null for all rows. */
  defaultId: z.number().nullable(),
});
export type SavedViews = z.output<typeof savedViews>;

const list = z.enum(VIEWED_LISTS);
const few = <T extends z.ZodType>(values: T) =>
  z
    .record(z.string().max(LIMITS.viewPart), values)
    .refine((parts) => Object.keys(parts).length <= LIMITS.viewParts, {
      error: 'too_long',
    });
const fields = {
  name: line(LIMITS.viewName, 1),
  isShared: z.boolean(),
  query: few(z.string().max(500)),
  columns: few(z.boolean()),
};
const eventId = z.object({ eventId: pathId });
const viewOfEvent = z.object({ eventId: pathId, viewId: pathId });

export const listViews = endpoint({
  method: 'GET',
  path: '/events/:eventId/views',
  access: 'events.read',
  summary:
    'The saved views of a list of the event: one’s own, and those that others share. A filter that the list no longer knows is left out and named in `dropped`; `missing` names what was deleted.',
  params: eventId,
  query: z.strictObject({ list }),
  response: single(savedViews),
});

export const addView = endpoint({
  method: 'POST',
  path: '/events/:eventId/views',
  access: 'events.read',
  status: 201,
  summary:
    'Save a view of a list: its search, filters and order as the list’s query takes them, and its columns. A name that one sees already is refused.',
  params: eventId,
  body: z.strictObject({ list, ...fields }),
  response: single(savedView),
});

export const updateView = endpoint({
  method: 'PUT',
  path: '/events/:eventId/views/:viewId',
  access: 'events.read',
  summary:
    'Change a view: its author may, and owners and admins may change a shared one. Only its author makes it private. A `version` that is not the present one answers 409 STALE_VERSION.',
  params: viewOfEvent,
  body: z.strictObject({ ...fields, version: z.number().int().min(1).max(2_147_483_647) }),
  response: single(savedView),
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/events/:eventId/views/:viewId',
  access: 'events.read',
  summary: 'Delete a view. Whoever may change it may. It can be brought back for a day.',
  params: viewOfEvent,
});

export const restoreView = endpoint({
  method: 'POST',
  path: '/events/:eventId/views/:viewId/restore',
  access: 'events.read',
  summary:
    'Bring back a view that was deleted within the last day. If another view has its name now, it gets a number behind it.',
  params: viewOfEvent,
  response: single(savedView),
});

export const arrangeViews = endpoint({
  method: 'PUT',
  path: '/events/:eventId/view-choices',
  access: 'events.read',
  summary:
    'What the reader alone chooses for a list: the view that opens first (null for all rows), and the order of the views. A field that is left out stays.',
  params: eventId,
  body: z
    .strictObject({
      list,
      defaultId: id.nullable().optional(),
      order: z.array(id).max(LIMITS.sortedViews).optional(),
    })
    .refine(({ defaultId, order }) => defaultId !== undefined || order !== undefined, {
      path: ['order'],
      error: 'required',
    }),
  response: single(savedViews),
});
