import type { TimelineEntry } from '@entrada/contract/insight/timeline';

export type Day = { name: string; entries: TimelineEntry[] };

/** Groups entries, newest first, by the day on which they happened. `dayOf` names the day of a time. */
export function groupByDay(entries: readonly TimelineEntry[], dayOf: (at: string) => string): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const name = dayOf(entry.at);
    const last = days.at(-1);
    if (last?.name === name) last.entries.push(entry);
    else days.push({ name, entries: [entry] });
  }
  return days;
}

const BAD = new Set(['payment_failed', 'refund_failed', 'dispute_opened', 'paid_too_late', 'offline_unpaid']);
const GOOD = new Set([
  'completed_free',
  'completed_paid',
  'completed_late',
  'completed_offline',
  'refund_succeeded',
]);

type Seen = NonNullable<TimelineEntry['scan']>['verdict'];

/** Nobody was let through or turned away. */
const FACTS = new Set<Seen>(['undone', 'checked_out', 'not_inside', 'just_scanned', 'unreadable', 'number']);

function scanTone(verdict: Seen): 'ok' | 'bad' | undefined {
  if (verdict === 'admitted') return 'ok';
  return FACTS.has(verdict) ? undefined : 'bad';
}

/** Whether something went well or wrong; undefined for what is only a fact. */
export function toneOf({ kind, mail, scan }: TimelineEntry): 'ok' | 'bad' | undefined {
  if (mail) return mail.state === 'refused' || mail.state === 'bounced' ? 'bad' : undefined;
  if (scan) return scanTone(scan.verdict);
  if (BAD.has(kind)) return 'bad';
  return GOOD.has(kind) ? 'ok' : undefined;
}
