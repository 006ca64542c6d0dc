import type { Pool } from 'pg';
import { openDue } from './ledger/dispute-store.ts';
import { type Bank, settleDue } from './ledger/store.ts';
import { type Mischief, USUAL_MISCHIEF } from './mischief.ts';
import { deriveKeys, SIGNATURE_HEADER, signWebhook } from './signature.ts';

type DeliveryOptions = {
  pool: Pool;
  /** The secret that `registerTestBank` and `createTestBankProvider` also get. */
  secret: string;
  webhookUrl: string;
  mischief?: Mischief;
  /** Longest pause between two reads of the database. */
  pollMs?: number;
  /** First pause after a refused delivery. It doubles each time, up to ten minutes. */
  retryMs?: number;
  fetch?: typeof fetch;
  onError?: (error: unknown) => void;
};

export type Deliveries = {
  /** Looks for work immediately, for example after a change. */
  kick: () => void;
  /** Stops after the running deliveries. Nothing is lost: the next start continues. */
  stop: () => Promise<void>;
};

type Claimed = { id: string; event_id: string; attempts: number; body: string; now: Date; created_at: Date };

const ANSWER_MS = 10_000;
/** Longer than an answer may take, so that two processes never send the same delivery together. */
const LEASE_MS = 30_000;
const LONGEST_RETRY_MS = 600_000;
const GIVE_UP_MS = 3 * 86_400_000;
const BATCH = 20;

/**
 * Takes due deliveries. No lock is held while they are sent, only a lease, which expires if the process dies.
 */
async function claim(pool: Pool): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>(
    `with due as (
       select id from test_bank.deliveries
        where next_attempt_at <= app.now()
        order by next_attempt_at, id
        limit $1 for update skip locked
     )
     update test_bank.deliveries d
        set attempts = d.attempts + 1, next_attempt_at = app.now() + $2 * interval '1 millisecond'
       from due, test_bank.events e
      where d.id = due.id and e.id = d.event_id
      returning d.id, d.event_id, d.attempts, e.body, app.now() as now, d.created_at`,
    [BATCH, LEASE_MS],
  );
  return rows;
}

async function recordDelivered(pool: Pool, id: string): Promise<void> {
  await pool.query(
    'update test_bank.deliveries set delivered_at = app.now(), next_attempt_at = null, last_error = null where id = $1',
    [id],
  );
}

async function recordRefused(pool: Pool, delivery: Claimed, reason: string, retryMs: number): Promise<void> {
  const givesUp = delivery.now.getTime() - delivery.created_at.getTime() > GIVE_UP_MS;
  const wait = Math.min(retryMs * 2 ** Math.min(delivery.attempts - 1, 20), LONGEST_RETRY_MS);
  await pool.query(
    `update test_bank.deliveries
        set last_error = $2, next_attempt_at = case when $3 then null else app.now() + $4 * interval '1 millisecond' end
      where id = $1`,
    [delivery.id, reason.slice(0, 500), givesUp, Math.round(wait)],
  );
}

/** Milliseconds until something is due, at most `longest`. */
async function untilNext(pool: Pool, longest: number): Promise<number> {
  const { rows } = await pool.query<{ ms: string | null }>(
    `select extract(epoch from least(
       (select min(next_attempt_at) from test_bank.deliveries),
       (select min(settle_at) from test_bank.payments),
       (select min(settle_at) from test_bank.refunds),
       (select min(opens_at) from test_bank.disputes)
     ) - app.now()) * 1000 as ms`,
  );
  const ms = rows[0]?.ms;
  return ms === null || ms === undefined ? longest : Math.min(Math.max(Number(ms), 5), longest);
}

/**
 * Runs the bank's background work in this process. Settles what is due and delivers signed webhooks over
 * HTTP, each until a 2xx answer. Any number of processes may run it on one database. After a restart it
 * continues.
 */
export function startTestBankDeliveries(options: DeliveryOptions): Deliveries {
  const { pool, webhookUrl, pollMs = 1000, retryMs = 1000 } = options;
  const send = options.fetch ?? fetch;
  const key = deriveKeys(options.secret).webhook;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let kicked = false;
  let stopped = false;
  const bank: Bank = {
    pool,
    mischief: options.mischief ?? USUAL_MISCHIEF,
    settleDelayMs: 0,
    maxAttempts: 0,
    onEvents: () => undefined,
  };

  async function deliver(delivery: Claimed): Promise<void> {
    try {
      const answer = await send(webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'entrada-test-bank',
          [SIGNATURE_HEADER]: signWebhook({ key, rawBody: delivery.body, now: delivery.now }),
        },
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await answer.body?.cancel();
      if (answer.ok) await recordDelivered(pool, delivery.id);
      else await recordRefused(pool, delivery, `HTTP ${answer.status}`, retryMs);
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      await recordRefused(pool, delivery, reason, retryMs);
    }
  }

  async function round(): Promise<number> {
    await settleDue(bank);
    await openDue(bank);
    const claimed = await claim(pool);
    await Promise.all(claimed.map(deliver));
    return claimed.length === BATCH ? 0 : await untilNext(pool, pollMs);
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(run, ms);
    timer.unref();
  }

  function run(): void {
    if (stopped || running !== null) return;
    kicked = false;
    running = round()
      .catch((error: unknown) => {
        // Usually the database is away. The next look finds out whether it is back.
        options.onError?.(error);
        return pollMs;
      })
      .then((wait) => {
        running = null;
        schedule(kicked ? 0 : wait);
      });
  }

  schedule(0);
  return {
    kick() {
      kicked = true;
      if (running === null) schedule(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
