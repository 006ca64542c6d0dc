import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { instant, isoOut, pathId } from '../fields.ts';
import type { ExportFormat } from '../sales/exports.ts';

/** The kinds of records that the audit log tells of. */
export const AUDITED_RECORDS = [
  'account',
  'affiliate',
  'attendee',
  'bulk_job',
  'capacity_assignment',
  'check_in_link',
  'check_in_list',
  'event',
  'guest_import',
  'invitation',
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
  'user',
] as const;

export type AuditedRecord = (typeof AUDITED_RECORDS)[number];

/** What narrows the log. */
export const auditFilter = {
  person: pathId.optional(),
  kind: z.enum(AUDITED_RECORDS).optional(),
  record: pathId.optional(),
  from: instant.optional(),
  to: instant.optional(),
};

const recordHasKind = ({ record, kind }: { record?: number | undefined; kind?: string | undefined }) =>
  record === undefined || kind !== undefined;

/** The same as a whole query, for the file. */
export const auditFilterQuery = z
  .strictObject(auditFilter)
  .refine(recordHasKind, { path: ['kind'], error: 'required' });

/** Below `/api`: the log as a file, with the same query. */
export const auditLogPath = (format: ExportFormat) => `/audit-entries.${format}`;

/** How many entries a file holds at most. The newest are in it. */
export const AUDIT_FILE_ROWS = 50_000;

/** How many people the filter offers at once. */
export const AUDIT_PEOPLE = 100;

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
  /** The same for people, in the language of the caller. Fields that only machines read are left out. */
  words: z.object({
    what: z.string(),
    kind: z.string(),
    changes: z.array(z.object({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  }),
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
      ...auditFilter,
    })
    .refine(recordHasKind, { path: ['kind'], error: 'required' }),
  response: z.object({
    data: z.array(entry),
    /** Where the older ones begin, to be sent as `before`. Null: there are none. */
    next: z.number().nullable(),
  }),
});

export const getAuditChoices = endpoint({
  method: 'GET',
  path: '/audit-entries/choices',
  access: 'audit.read',
  summary:
    'What the audit log can be narrowed to: people who are or were in the account, by name, and the kinds of records in the language of the caller. `search` finds people by name or email address, `person` is among them whatever is searched. Members who reach only some events get 403.',
  query: z.strictObject({ search: z.string().trim().max(LIMITS.name).optional(), person: pathId.optional() }),
  response: z.object({
    data: z.object({
      people: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Whether the search finds more people than these. */
      hasMore: z.boolean(),
      kinds: z.array(z.object({ kind: z.enum(AUDITED_RECORDS), name: z.string() })),
    }),
  }),
});
export type AuditChoices = z.output<(typeof getAuditChoices)['response']>['data'];
