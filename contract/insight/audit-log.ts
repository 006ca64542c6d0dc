import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, isoOut, pathId } from '../fields.ts';

/** The kinds of records that the audit log tells of. */
export const AUDITED_RECORDS = [
  'account',
  'affiliate',
  'attendee',
  'bulk_job',
  'capacity_assignment',
  'check_in_list',
  'event',
  'guest_import',
  'message',
  'message_reminder',
  'order',
  'organizer',
  'payment_connection',
  'promo_code',
  'question',
  'saved_view',
  'scheduled_export',
  'tax_or_fee',
  'ticket',
] as const;

/** How many entries one call answers. */
export const AUDIT_PAGE = { usual: 50, most: 200 } as const;

const entry = z.object({
  id: z.number(),
  at: isoOut,
  /** Who did it. Null: a buyer, a bank or the server itself. */
  by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Such as `ticket.updated`. */
  action: z.string(),
  record: z.object({
    /** One of `AUDITED_RECORDS`, or a kind that came later. */
    type: z.string(),
    id: z.number(),
    /** What people call it, also after it was deleted. Null: nobody knows any more. */
    name: z.string().nullable(),
    /** The event that it belongs to, or that it is. Null: none, or it was deleted. */
    eventId: z.number().nullable(),
  }),
  /** The fields that changed, in the order of their names. `null` where there was nothing, or is nothing any more. */
  changed: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type AuditLogEntry = z.output<typeof entry>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/audit-entries',
  access: 'audit.read',
  summary:
    'Who did what in the account, newest first. `person`, `kind`, `record` (with `kind`), `from` (included) and `to` (excluded) narrow it. `before` takes `next` of the reply before, and goes on from there. Members who reach only some events get 403.',
  query: z
    .strictObject({
      before: pathId.optional(),
      limit: pathId.pipe(z.number().max(AUDIT_PAGE.most)).optional(),
      person: pathId.optional(),
      kind: z.enum(AUDITED_RECORDS).optional(),
      record: pathId.optional(),
      from: instant.optional(),
      to: instant.optional(),
    })
    .refine(({ record, kind }) => record === undefined || kind !== undefined, {
      path: ['kind'],
      error: 'required',
    }),
  response: z.object({
    data: z.array(entry),
    /** Where the older ones begin, to be sent as `before`. Null: there are none. */
    next: z.number().nullable(),
  }),
});
