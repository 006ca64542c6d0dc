import { DAY_MS } from '@entrada/contract/constants';
import type { BankPayment } from './model.ts';

export type BankDispute = {
  id: string;
  paymentId: string;
  amount: number;
  reason: 'fraudulent' | 'general';
  status: 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost';
  respondBy: Date | null;
  /** Nobody learns of the dispute before this time. Null when it is open. */
  opensAt: Date | null;
};

type BankDisputeEvent = 'dispute.created' | 'dispute.updated' | 'dispute.closed';
export type DisputeAction = 'escalate' | 'respond' | 'win' | 'lose';
type DisputeStep =
  | { ok: true; dispute: BankDispute; events: BankDisputeEvent[] }
  | { ok: false; code: 'DISPUTE_ENDED' };

const RESPOND_DAYS = 7;

/** The dispute that a succeeded payment will have. Null if payments with this card have none. */
export function planDispute(
  payment: BankPayment,
  { id, now, delayMs }: { id: string; now: Date; delayMs: number },
): BankDispute | null {
  const behaviour = payment.card?.behaviour.dispute;
  if (!behaviour) return null;
  const isInquiry = behaviour === 'inquiry_later';
  return {
    id,
    paymentId: payment.id,
    amount: payment.amount,
    reason: isInquiry ? 'general' : 'fraudulent',
    status: isInquiry ? 'warning' : 'needs_response',
    respondBy: new Date(now.getTime() + RESPOND_DAYS * DAY_MS),
    opensAt: new Date(now.getTime() + delayMs),
  };
}

/** Opens a dispute that is due. Any other dispute stays as it is. */
export function openDispute(
  dispute: BankDispute,
  now: Date,
): { dispute: BankDispute; events: BankDisputeEvent[] } {
  if (dispute.opensAt === null || dispute.opensAt > now) return { dispute, events: [] };
  return { dispute: { ...dispute, opensAt: null }, events: ['dispute.created'] };
}

/** Applies an action of the merchant or the bank to a dispute. A decided dispute does not change. */
export function moveDispute(dispute: BankDispute, action: DisputeAction): DisputeStep {
  if (dispute.opensAt !== null || dispute.status === 'won' || dispute.status === 'lost') {
    return { ok: false, code: 'DISPUTE_ENDED' };
  }
  const to = {
    escalate: { status: 'needs_response', events: ['dispute.updated'] },
    respond: { status: 'under_review', events: ['dispute.updated'] },
    win: { status: 'won', events: ['dispute.closed'] },
    lose: { status: 'lost', events: ['dispute.closed'] },
  } as const satisfies Record<
    DisputeAction,
    { status: BankDispute['status']; events: readonly BankDisputeEvent[] }
  >;
  const { status, events } = to[action];
  const respondBy = status === 'needs_response' ? dispute.respondBy : null;
  return { ok: true, dispute: { ...dispute, status, respondBy }, events: [...events] };
}

/** Whether the buyer's bank holds the money of a payment. Such money cannot be refunded too. */
export const holdsMoney = (status: BankDispute['status']): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost';
