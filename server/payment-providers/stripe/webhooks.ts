import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { WebhookEvent, WebhookInput, WebhookResult } from '../port.ts';

/**
 * The largest difference between a webhook's timestamp and the own clock, in either direction. Never 0,
 * because 0 would switch the check off.
 */
export const TOLERANCE_SECONDS = 300;

const id = z.string().min(1).max(255);
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]).nullish();

const eventSchema = z.object({
  id,
  type: z.string().min(1).max(255),
  account: id.nullish(),
  created: z.number().int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({ id: id.optional(), object: z.string(), payment_intent: reference }),
  }),
});

type Event = z.output<typeof eventSchema>;

/** The parsed header, or the code that says why it is unreadable. */
function readHeader(header: string | string[] | undefined) {
  if (header === undefined || header === '') return 'signature_missing';
  if (typeof header !== 'string') return 'signature_malformed';
  const parts = header.split(',').map((part) => part.trim().split('='));
  const stamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const isSigned = parts.some(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''));
  return /^\d{1,12}$/.test(stamp) && isSigned ? { header, seconds: Number(stamp) } : 'signature_malformed';
}

/** Whether one of the secrets signed these bytes at the time in the header. */
function isSignedBy(
  webhooks: Stripe['webhooks'],
  secrets: readonly string[],
  { rawBody, header, seconds }: { rawBody: Buffer; header: string; seconds: number },
): boolean {
  return secrets.some((secret) => {
    try {
      webhooks.constructEvent(rawBody, header, secret, TOLERANCE_SECONDS, undefined, seconds * 1000);
      return true;
    } catch (error) {
      // Any other error means that the signature was right. Other faults of the body are found when it is
      // parsed.
      return (error as { type?: unknown }).type !== 'StripeSignatureVerificationError';
    }
  });
}

function parse(rawBody: Buffer): Event | null {
  try {
    return eventSchema.safeParse(JSON.parse(rawBody.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

const NOTHING = { providerPaymentId: null, providerRefundId: null, providerDisputeId: null } as const;

function subjectOf({ data: { object } }: Event): Pick<WebhookEvent, 'subject' | keyof typeof NOTHING> {
  const payment = object.payment_intent ?? null;
  const own = object.id ?? null;
  switch (object.object) {
    case 'payment_intent':
      return { ...NOTHING, subject: 'payment', providerPaymentId: own };
    case 'charge':
      return payment === null
        ? { ...NOTHING, subject: 'other' }
        : { ...NOTHING, subject: 'payment', providerPaymentId: payment };
    case 'refund':
      return { ...NOTHING, subject: 'refund', providerPaymentId: payment, providerRefundId: own };
    case 'dispute':
      return { ...NOTHING, subject: 'dispute', providerPaymentId: payment, providerDisputeId: own };
    default:
      return { ...NOTHING, subject: 'other' };
  }
}

/**
 * Checks a webhook's signature with every secret and reads its subject. The signature is checked before the
 * age, so that only a sender with the key gets a code about time. A live endpoint also gets test events of
 * connected accounts, and a test endpoint gets live ones. These events get the subject `other`.
 */
export function readWebhook(
  stripe: Pick<Stripe, 'webhooks'>,
  { secrets, isLive }: { secrets: readonly string[]; isLive: boolean },
  { rawBody, headers, now }: WebhookInput,
): WebhookResult {
  const signed = readHeader(headers['stripe-signature']);
  if (typeof signed === 'string') return { ok: false, code: signed };
  if (rawBody.length === 0) return { ok: false, code: 'body_malformed' };
  if (!isSignedBy(stripe.webhooks, secrets, { rawBody, ...signed })) {
    return { ok: false, code: 'signature_wrong' };
  }
  const distance = Math.abs(now.getTime() / 1000 - signed.seconds);
  if (distance > TOLERANCE_SECONDS) return { ok: false, code: 'timestamp_too_far' };
  const event = parse(rawBody);
  if (!event) return { ok: false, code: 'body_malformed' };
  const about = event.livemode === isLive ? subjectOf(event) : { ...NOTHING, subject: 'other' as const };
  return {
    ok: true,
    event: {
      ...about,
      eventId: event.id,
      type: event.type,
      account: event.account ?? null,
      createdAt: new Date(event.created * 1000),
    },
  };
}
