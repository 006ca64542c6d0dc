import type { ChaosDatabase } from './database.ts';

/** A result that a client was told and may rely on from then on. */
export type Ack =
  | { kind: 'held'; order: string; total: number }
  | { kind: 'extended'; order: string }
  | { kind: 'abandoned'; order: string }
  | { kind: 'named'; order: string; email: string }
  | { kind: 'started'; order: string; payment: string; amount: number }
  /** The bank itself confirmed that it has the money. */
  | { kind: 'paid'; payment: string }
  | { kind: 'completed'; order: string; tickets: readonly string[] }
  | { kind: 'admitted'; list: string; nonce: string; reference: string }
  | { kind: 'undone'; list: string; nonce: string }
  /** An event was moved, and everybody with a ticket will be told. */
  | { kind: 'moved'; change: number; startsAt: string }
  | { kind: 'taken-back'; change: number };

export type Journal = { add: (ack: Ack) => void; count: () => number; all: () => readonly Ack[] };

/** The record of what clients were told. It is stored outside of everything that is killed. */
export function createJournal(): Journal {
  const acks: Ack[] = [];
  return { add: (ack) => void acks.push(ack), count: () => acks.length, all: () => acks };
}

/** For each kind of answer: SQL that finds the acknowledged answers that the database does not confirm. */
const LOST: Record<Ack['kind'], string> = {
  held: `left join app.orders o on o.short_id = a->>'order' where o.id is null or o.total <> (a->>'total')::bigint`,
  extended: `left join app.orders o on o.short_id = a->>'order' where o.extended_at is null`,
  // If the payment was faster, the order is complete.
  abandoned: `left join app.orders o on o.short_id = a->>'order' where o.id is null or o.status not in ('expired', 'completed')`,
  named: `left join app.orders o on o.short_id = a->>'order' where lower(o.email) is distinct from lower(a->>'email')`,
  started: `left join app.payments p on p.provider_payment_id = a->>'payment' left join app.orders o on o.id = p.order_id
    where o.short_id is distinct from a->>'order' or p.amount <> (a->>'amount')::bigint`,
  paid: `left join test_bank.payments b on b.id = a->>'payment' where b.status is distinct from 'succeeded'`,
  completed: `left join app.orders o on o.short_id = a->>'order' where o.status is distinct from 'completed'
    or (select array_agg(t.short_id order by t.short_id) from app.attendees t where t.order_id = o.id)
      is distinct from (select array_agg(x order by x) from jsonb_array_elements_text(a->'tickets') x)`,
  admitted: `left join app.check_in_lists l on l.short_id = a->>'list'
    left join app.scans s on s.check_in_list_id = l.id and s.nonce = a->>'nonce' and s.outcome = 'admitted'
    left join app.attendees t on t.id = s.attendee_id
    where t.reference is distinct from a->>'reference'
      or not exists (select from app.check_ins c where c.check_in_list_id = l.id and c.attendee_id = t.id)
        and not exists (select from app.scans u where u.check_in_list_id = l.id and u.attendee_id = t.id and u.outcome = 'undone')`,
  undone: `left join app.check_in_lists l on l.short_id = a->>'list'
    left join app.scans s on s.check_in_list_id = l.id and s.nonce = a->>'nonce' where s.outcome is distinct from 'undone'`,
  // The key of a mail says whom it tells of which change, and it is unique: nobody is told twice.
  moved: `left join app.event_changes c on c.id = (a->>'change')::bigint
    where c.status is distinct from 'done' or (c.after->>'startsAt')::timestamptz <> (a->>'startsAt')::timestamptz
      or c.mails <> (select count(*) from app.mails m where starts_with(m.dedupe_key, 'event_changed:' || c.id || ':'))
      or exists (select from app.orders o where o.event_id = c.event_id and o.status = 'completed' and o.created_at < c.created_at
        and not exists (select from app.mails m where m.status = 'sent'
          and m.dedupe_key = 'event_changed:' || c.id || ':' || o.id || ':0'))`,
  'taken-back': `left join app.event_changes c on c.id = (a->>'change')::bigint
    where c.status is distinct from 'undone'
      or exists (select from app.mails m where starts_with(m.dedupe_key, 'event_changed:' || c.id || ':'))`,
};

/** The acknowledged answers that are missing or different in the database. */
export async function findLost(database: ChaosDatabase, journal: Journal): Promise<string[]> {
  const lost: string[] = [];
  for (const kind of Object.keys(LOST) as Ack['kind'][]) {
    const acks = journal.all().filter((ack) => ack.kind === kind);
    const rows = await database.ask<{ a: Ack }>(
      `select a from jsonb_array_elements($1::jsonb) a ${LOST[kind]}`,
      [JSON.stringify(acks)],
    );
    lost.push(...rows.map(({ a }) => JSON.stringify(a)));
  }
  return lost;
}
