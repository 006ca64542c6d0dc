import { z } from 'zod';
import { isoOut } from '../fields.ts';

export const DISPUTE_STATUSES = ['warning', 'needs_response', 'under_review', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A buyer's bank takes the money back. Minor units. */
export const dispute = z.object({
  id: z.number(),
  amount: z.number(),
  currency: z.string(),
  /** The provider's own code for the reason, such as `fraudulent`. */
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  respondBy: isoOut.nullable(),
  /** Who let the tickets stay valid although it was lost, and when. `by` is null for a person who is gone. */
  dismissed: z.object({ by: z.string().nullable(), at: isoOut }).nullable(),
  /** It was lost, the order's tickets still let people in, and nobody has said that they may. */
  isUndecided: z.boolean(),
  createdAt: isoOut,
  updatedAt: isoOut,
});
export type Dispute = z.output<typeof dispute>;

/** The states of a dispute that is not decided yet, the most urgent first. */
export const OPEN_DISPUTE_STATUSES = ['needs_response', 'warning', 'under_review'] as const;
export type OpenDisputeStatus = (typeof OPEN_DISPUTE_STATUSES)[number];

export const openDispute = z.object({
  status: z.enum(OPEN_DISPUTE_STATUSES),
  /** Until when the bank waits for an answer; null if nobody has to answer or the provider names no date. */
  respondBy: isoOut.nullable(),
});
export type OpenDispute = z.output<typeof openDispute>;

/** The open dispute of an order that is shown with it: the most urgent, of those the one due first. Null if none is open. */
export function mostUrgentDispute(
  disputes: readonly { status: DisputeStatus; respondBy: string | null }[],
): OpenDispute | null {
  const open = disputes.flatMap(({ status, respondBy }) => {
    const known = OPEN_DISPUTE_STATUSES.find((one) => one === status);
    return known ? [{ status: known, respondBy }] : [];
  });
  const rank = ({ status }: OpenDispute) => OPEN_DISPUTE_STATUSES.indexOf(status);
  // After every date, so that a dispute without one comes last.
  const due = ({ respondBy }: OpenDispute) =>
    respondBy === null ? Number.POSITIVE_INFINITY : Date.parse(respondBy);
  return open.sort((a, b) => rank(a) - rank(b) || (due(a) === due(b) ? 0 : due(a) - due(b)))[0] ?? null;
}
