/**
 * Places where a crash matters: between a commit and the answer, around a call to the provider, around a
 * mail. A crash test ends the process at each of these places. Without a crash test they do nothing.
 */
export const FAILPOINTS = [
  // Reserving
  'reserve.before-statement',
  'reserve.after-statement',
  // The buyer's other calls
  'details.before-commit',
  'details.after-commit',
  'extend.before-commit',
  'extend.after-commit',
  'abandon.after-commit',
  // Paying
  'payment.written',
  'payment.created',
  'payment.recorded',
  'settle.before-commit',
  'settle.after-commit',
  // Webhooks and reconciliation
  'webhook.before-commit',
  'webhook.stored',
  'webhook.fetched',
  'webhook.applied',
  'reconcile.planned',
  'reconcile.asked',
  // Expired holds
  'expiry.expired',
  'expiry.ending',
  'cancel.before-call',
  'cancel.after-call',
  'cancel.given-up',
  // Refunds
  'refund.before-call',
  'refund.after-call',
  'refund.recorded',
  'refund.applied',
  // Mail
  'mail.before-send',
  'mail.after-send',
  'mail.marked',
  // The door
  'check-in.before-commit',
  'check-in.after-commit',
  'check-in.undone',
  'event-change.step',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

type Armed = { name: string; hitsLeft: number; throws: boolean };

/**
 * Reads `name:nth` or `name:nth:error`. Throws for any other text and for an unknown name. Throws in
 * production too, because a failpoint there can only be a mistake.
 */
export function parseFailpoint(env: Record<string, string | undefined>): Armed | null {
  const text = env['FAILPOINT'];
  if (!text) return null;
  if (env['MODE'] === 'production') throw new Error('FAILPOINT cannot be set in production');
  const [, name = '', nth = '', error] = /^([a-z.-]+):([1-9]\d{0,5})(:error)?$/.exec(text) ?? [];
  if (!(FAILPOINTS as readonly string[]).includes(name))
    throw new Error(`FAILPOINT must be one of the listed names with a number, as settle.after-commit:1`);
  return { name, hitsLeft: Number(nth), throws: error !== undefined };
}

const armed = parseFailpoint(process.env);

/**
 * Does nothing unless FAILPOINT names this place. At the nth visit it then ends the process immediately, or
 * throws.
 */
export function failpoint(name: Failpoint): void {
  if (armed !== null && armed.name === name) strike(armed);
}

function strike(point: Armed): void {
  point.hitsLeft -= 1;
  if (point.hitsLeft !== 0) return;
  if (point.throws) throw new Error(`Failpoint ${point.name}`);
  process.kill(process.pid, 'SIGKILL');
}
