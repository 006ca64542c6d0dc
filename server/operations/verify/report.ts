import type { LateWork } from './late-work.ts';
import type { Verification } from './service.ts';

const figure = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

const LATE: Record<LateWork['work'], [string, string]> = {
  jobs: ['job waits to run', 'jobs wait to run'],
  mails: ['mail waits to be sent', 'mails wait to be sent'],
  webhooks: ['message of the provider is not worked off', 'messages of the provider are not worked off'],
  payments: ['payment should have been asked about', 'payments should have been asked about'],
  refunds: ['refund should have been asked about', 'refunds should have been asked about'],
  orders: ['order is past its deadline', 'orders are past their deadline'],
};

const lateLine = ({ work, count, since, kinds }: LateWork) =>
  `Late: ${figure(count, ...LATE[work])}, the oldest since ${since.toISOString()} (${kinds.join(', ')}).`;

/** The lines that `npm run verify` prints for people. */
export function toLines({ at, checks, looked, workerIsAlive, late, drift }: Verification): string[] {
  const lines = [
    `Looked at ${figure(looked.counters, 'counter', 'counters')}, ${figure(looked.orders, 'order', 'orders')}, ` +
      `${figure(looked.payments, 'payment', 'payments')} and ${figure(looked.attendees, 'attendee', 'attendees')} ` +
      `as they were at ${at.toISOString()}, with ${checks} checks.`,
  ];
  if (!workerIsAlive) {
    lines.push(
      'No process runs jobs at the moment: what is past its deadline waits for one, and is no drift.',
    );
  }
  lines.push(...late.map(lateLine));
  if (drift.length === 0) return [...lines, 'No drift.'];
  for (const { id, rule, count, rows } of drift) {
    lines.push('', `${id}  ${rule}: ${count === 1 ? 'broken once' : `broken ${count} times`}`);
    for (const row of rows) lines.push(`  - ${row.drift}`);
    if (count > rows.length) lines.push(`  - and ${figure(count - rows.length, 'other', 'others')}`);
  }
  const total = drift.reduce((sum, { count }) => sum + count, 0);
  return [
    ...lines,
    '',
    `Drift: ${figure(total, 'record', 'records')}, ${drift.length} of ${checks} checks fail. Nothing was changed.`,
  ];
}
