import { personName } from '@entrada/contract/accounts/person-name';
import { VERDICTS } from '@entrada/contract/door/check-in';
import type { TimelineEntry, TimelineKind, TimelinePart } from '@entrada/contract/insight/timeline';
import { ORDER_HISTORY_KINDS } from '@entrada/contract/sales/orders';
import { z } from 'zod';
import { reasonOfStatus } from '../../../outreach/bounces/core/reason.ts';
import { tellAudited } from '../../../sales/order-views/core/told.ts';
import { HISTORY_ACTIONS, kindOfAction, kindOfTransition } from '../../../sales/orders/core/order-history.ts';
import type { Fact } from '../queries.ts';

/** The audited actions that only a timeline shows, besides those of an order's history. */
const OF_ACTION: Readonly<Record<string, TimelineKind>> = {
  'note.added': 'note_added',
  'note.changed': 'note_changed',
  'note.deleted': 'note_deleted',
  'note.restored': 'note_restored',
};

const isMoney = (kind: string) =>
  /^(payment_|completed_|refund_|adjustment_|dispute_|credit_|invoice_|offline_|paid_)/.test(kind);

/** The part of a timeline that an entry of this kind belongs to. */
export function partOf(kind: TimelineKind): TimelinePart {
  if (kind === 'mail') return 'mails';
  if (kind === 'scan') return 'door';
  if (kind.startsWith('note_')) return 'notes';
  return isMoney(kind) ? 'money' : 'order';
}

const kindOf = (action: string): TimelineKind | null => OF_ACTION[action] ?? kindOfAction(action);
const ACTIONS = [...HISTORY_ACTIONS, ...Object.keys(OF_ACTION)];
const ALWAYS: readonly Fact['source'][] = ['order', 'transition', 'audit', 'mail', 'scan'];

/** Where the facts of a part, or of all parts, are found. */
export function wantedOf(part: TimelinePart | null): {
  sources: readonly Fact['source'][];
  actions: readonly string[];
} {
  if (part === null) return { sources: ALWAYS, actions: ACTIONS };
  if (part === 'mails') return { sources: ['mail'], actions: [] };
  if (part === 'door') return { sources: ['scan'], actions: [] };
  const actions = ACTIONS.filter((action) => {
    const kind = kindOf(action);
    return kind !== null && partOf(kind) === part;
  });
  if (part === 'notes') return { sources: ['audit'], actions };
  return { sources: part === 'order' ? ['order', 'transition', 'audit'] : ['transition', 'audit'], actions };
}

const mailOf = z.object({
  kind: z.string(),
  to: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  attempts: z.number(),
  words: z.string().nullable(),
  sentAt: z.string().nullable(),
  subject: z.string().nullable(),
  /** The status code of the report that it came back. */
  bounce: z.string().nullable(),
});
const scanOf = z.object({
  verdict: z.enum([...VERDICTS, 'undone']).catch('unknown'),
  list: z.string(),
  device: z.string(),
});
const transitionOf = z.object({ from: z.string().nullable(), to: z.string(), reason: z.string() });
const auditOf = z.object({
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable().catch(null),
  after: z.record(z.string(), z.unknown()).nullable().catch(null),
});

/** What the mailer writes into a mail whose reason is gone. */
const NOT_NEEDED = 'no longer needed';
/** And into one to an address that is left alone. */
const LEFT_OUT = 'left out, because earlier mails came back';

function tellMail(id: number, data: unknown): TimelineEntry['mail'] {
  const { status, words, sentAt, bounce, ...mail } = mailOf.parse(data);
  const isDropped = status === 'failed' && words === NOT_NEEDED;
  const isLeftOut = status === 'failed' && words === LEFT_OUT;
  const failed = isDropped ? 'dropped' : isLeftOut ? 'left_out' : 'refused';
  const open = mail.attempts > 0 ? 'retrying' : 'queued';
  const taken = bounce === null ? 'accepted' : 'bounced';
  const state = status === 'sent' ? taken : status === 'failed' ? failed : open;
  return {
    ...mail,
    id,
    state,
    words: isDropped || isLeftOut ? null : words,
    bounced: bounce === null ? null : reasonOfStatus(bounce),
    sentAt: sentAt && new Date(sentAt).toISOString(),
  };
}

/** The fields with a short value that a change names in both of its records. */
function changedIn({ before, after }: z.output<typeof auditOf>): TimelineEntry['changed'] {
  const isText = (value: unknown): value is string => typeof value === 'string';
  return Object.entries(before ?? {}).flatMap(([field, from]) => {
    const to = after?.[field];
    return isText(from) && isText(to) && field !== 'status' ? [{ field, from, to }] : [];
  });
}

type Items = readonly { id: number; quantity: number }[];
type Told = Pick<TimelineEntry, 'kind'> & Partial<TimelineEntry>;

function tellOne(fact: Fact, items: Items): Told | null {
  if (fact.source === 'order') return { kind: 'started' };
  if (fact.source === 'mail') return { kind: 'mail', mail: tellMail(fact.id, fact.data) };
  if (fact.source === 'scan') return { kind: 'scan', scan: scanOf.parse(fact.data) };
  if (fact.source === 'transition') {
    const kind = kindOfTransition(transitionOf.parse(fact.data));
    return kind && { kind };
  }
  const entry = auditOf.parse(fact.data);
  const kind = kindOf(entry.action);
  if (!kind) return null;
  const isHistory = (ORDER_HISTORY_KINDS as readonly string[]).includes(kind);
  return { kind, changed: changedIn(entry), ...(isHistory && tellAudited(kind, entry.after, items)) };
}

const NOTHING = {
  by: null,
  amount: null,
  count: null,
  disputeStatus: null,
  document: null,
  mail: null,
  scan: null,
};
const momentOf = ({ kind, at }: Pick<TimelineEntry, 'kind' | 'at'>) => `${kind} ${at}`;

/**
 * The entries of a timeline, newest first, of facts that come newest first. A state change and an audit entry of the
 * same moment that say the same are one entry: the audit's, because it names its author. Pure.
 */
export function tellFacts(
  facts: readonly Fact[],
  { items, part, isWhole }: { items: Items; part: TimelinePart | null; isWhole: boolean },
): TimelineEntry[] {
  const told = facts.flatMap((fact) => {
    const one = tellOne(fact, items);
    if (!one || (part !== null && partOf(one.kind) !== part)) return [];
    const name = personName({ firstName: fact.attendee_first_name, lastName: fact.attendee_last_name });
    const entry: TimelineEntry = {
      ...NOTHING,
      changed: [],
      key: `${fact.source} ${fact.id}`,
      at: fact.at.toISOString(),
      attendee: fact.attendee_id === null ? null : { id: fact.attendee_id, name },
      ...one,
      by:
        fact.first_name === null
          ? null
          : personName({ firstName: fact.first_name, lastName: fact.last_name }),
    };
    return [{ entry, source: fact.source }];
  });
  const audited = new Set(told.flatMap(({ entry, source }) => (source === 'audit' ? [momentOf(entry)] : [])));
  return told
    .filter(({ entry, source }) => source !== 'transition' || !audited.has(momentOf(entry)))
    .filter(({ entry }) => isWhole || isOfAttendees(entry.kind))
    .map(({ entry }) => entry);
}

/** Whether a state change of the order is one that its attendees know of: they begin when the order is bought. */
const isOfAttendees = (kind: TimelineKind) =>
  !['started', 'payment_started', 'payment_processing', 'payment_failed', 'payment_cancelled'].includes(kind);
