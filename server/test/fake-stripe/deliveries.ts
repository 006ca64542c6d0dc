import { createHmac } from 'node:crypto';
import { type Mischief, planDeliveries } from '../../payment-providers/test-bank/mischief.ts';
import { accountObject, chargeObject, disputeObject, intentObject, refundObject } from './objects.ts';
import { type FakeChange, newId } from './state.ts';

type FakeEvent = { id: string; type: string; account: string | null; body: string };

const RETRY_MS = 50;
const RETRIES = 40;

/**
 * The `Stripe-Signature` header, made after Stripe's published scheme and not with the library under test.
 */
export function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

function subjectOf(change: FakeChange, base: string): { object: object; account: string | null } {
  const { type, payment, refund, dispute, account } = change;
  if (account) return { object: accountObject(account), account: account.id };
  if (!payment) throw new Error(`The event ${type} is about nothing`);
  const about = (object: object) => ({ object, account: payment.account });
  if (dispute) return about(disputeObject(dispute, payment));
  if (type.startsWith('charge.')) return about(chargeObject(payment));
  if (refund) return about(refundObject(refund, payment));
  return about(intentObject(payment, { base, expandsCharge: false }));
}

/**
 * Makes events of changes and delivers them over HTTP until they are accepted. `mischief` says how unreliable
 * the delivery is.
 */
export function createDeliveries(options: {
  webhookUrl: () => string | null;
  /** The secrets for events of the platform's own account, and of connected accounts. */
  secrets: { own: string; connect: string };
  mischief: Mischief;
  now: () => Date;
  base: () => string;
}) {
  const events: FakeEvent[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const sending = new Set<Promise<void>>();

  const secretOf = (event: FakeEvent) => options.secrets[event.account === null ? 'own' : 'connect'];

  /** Sends an event once. Returns the status of the answer. */
  async function send(event: FakeEvent, change: { secret?: string; at?: Date; body?: string } = {}) {
    const url = options.webhookUrl();
    if (url === null) throw new Error('There is nowhere to send webhooks to');
    const { secret = secretOf(event), at = options.now(), body = event.body } = change;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, secret, at),
      },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer.status;
  }

  function schedule(event: FakeEvent, afterMs: number, attempt: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const work = send(event)
        .catch(() => 0)
        .then((status) => {
          if ((status < 200 || status > 299) && attempt < RETRIES) schedule(event, RETRY_MS, attempt + 1);
        })
        .finally(() => sending.delete(work));
      sending.add(work);
    }, afterMs);
    timers.add(timer);
  }

  return {
    events,
    send,
    tell(change: FakeChange): void {
      const { object, account } = subjectOf(change, options.base());
      const id = newId('evt');
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: '2026-10-28.endive',
        ...(account !== null && { account }),
        created: Math.floor(options.now().getTime() / 1000),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type: change.type,
      });
      const event = { id, type: change.type, account, body };
      events.push(event);
      if (options.webhookUrl() === null) return;
      for (const wait of planDeliveries(options.mischief, events.length)) schedule(event, wait, 1);
    },
    /** Waits until all deliveries have ended. */
    async drained(): Promise<void> {
      while (timers.size > 0 || sending.size > 0) {
        await Promise.all(sending);
        await new Promise((done) => setTimeout(done, 5));
      }
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
