import type { BuyerPolicy, GiveBack, GiveBackUnit } from '@entrada/contract/catalog/policies/give-back';

/** In days or hours before the start, as `unit` says. */
export type Deadline = { before: number; unit: GiveBackUnit };

/** What an organizer allows buyers, with the start and the time zone from which its deadline counts. */
export type Policy = {
  giveBack: GiveBack;
  /** In days or hours before the start, as `unit` says. */
  before: number;
  unit: GiveBackUnit;
  percent: number;
  keepsFees: boolean;
  /** Correcting names and addresses of attendees; `later`: they need not be known before. Null, or unknown to an older order: not allowed. */
  names?: (Deadline & { later: boolean }) | null;
  /** Passing tickets on. */
  passOn?: Deadline | null;
  /** ISO instant. */
  startsAt: string;
  timezone: string;
};

/**
 * The first moment at which nothing can be given back any more: the midnight after the last day, or exactly so many hours
 * before the start. It counts from the start that the policy was kept with, but is never after `startsAt`, the start of
 * the event as it is now. Pure.
 */
export const giveBackUntil = (policy: Policy, startsAt: Date): Date => deadlineOf(policy, policy, startsAt);

/** The first moment after a deadline of a policy, counted as `giveBackUntil`. Pure. */
export function deadlineOf(
  policy: Pick<Policy, 'startsAt' | 'timezone'>,
  { before, unit }: Deadline,
  startsAt: Date,
): Date {
  const kept = Temporal.Instant.fromEpochMilliseconds(Date.parse(policy.startsAt));
  const until =
    unit === 'hours'
      ? kept.subtract({ hours: before })
      : kept
          .toZonedDateTimeISO(policy.timezone)
          .toPlainDate()
          .subtract({ days: before })
          .add({ days: 1 })
          .toZonedDateTime(policy.timezone)
          .toInstant();
  return new Date(Math.min(until.epochMilliseconds, startsAt.getTime()));
}

/**
 * A policy as buyers read it. `startsAt`: of the event as it is now. `offeredAt`: when the tickets are or were offered.
 * Pure.
 */
export const showPolicy = (policy: Policy, moments: Moments): BuyerPolicy => ({
  giveBack: policy.giveBack,
  until: policy.giveBack === 'none' ? null : giveBackUntil(policy, moments.startsAt).toISOString(),
  isOver: policy.giveBack !== 'none' && giveBackUntil(policy, moments.startsAt) <= moments.offeredAt,
  unit: policy.unit,
  percent: policy.percent,
  keepsFees: policy.keepsFees,
  names: policy.names ? { ...shown(policy, policy.names, moments), later: policy.names.later } : null,
  passOn: policy.passOn ? shown(policy, policy.passOn, moments) : null,
});

type Moments = { startsAt: Date; offeredAt: Date };

function shown(policy: Policy, deadline: Deadline, { startsAt, offeredAt }: Moments) {
  const until = deadlineOf(policy, deadline, startsAt);
  return { until: until.toISOString(), isOver: until <= offeredAt, unit: deadline.unit };
}
