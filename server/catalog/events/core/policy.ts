import type { BuyerPolicy, GiveBack, GiveBackUnit } from '@entrada/contract/catalog/policies/give-back';

/** What an organizer allows buyers, with the start and the time zone from which its deadline counts. */
export type Policy = {
  giveBack: GiveBack;
  /** In days or hours before the start, as `unit` says. */
  before: number;
  unit: GiveBackUnit;
  percent: number;
  keepsFees: boolean;
  /** ISO instant. */
  startsAt: string;
  timezone: string;
};

/**
 * The first moment at which nothing can be given back any more: the midnight after the last day, or exactly so many hours
 * before the start. It counts from the start that the policy was kept with, but is never after `startsAt`, the start of
 * the event as it is now. Pure.
 */
export function giveBackUntil(policy: Policy, startsAt: Date): Date {
  const kept = Temporal.Instant.fromEpochMilliseconds(Date.parse(policy.startsAt));
  const until =
    policy.unit === 'hours'
      ? kept.subtract({ hours: policy.before })
      : kept
          .toZonedDateTimeISO(policy.timezone)
          .toPlainDate()
          .subtract({ days: policy.before })
          .add({ days: 1 })
          .toZonedDateTime(policy.timezone)
          .toInstant();
  return new Date(Math.min(until.epochMilliseconds, startsAt.getTime()));
}

/**
 * A policy as buyers read it. `startsAt`: of the event as it is now. `offeredAt`: when the tickets are or were offered.
 * Pure.
 */
export const showPolicy = (
  policy: Policy,
  { startsAt, offeredAt }: { startsAt: Date; offeredAt: Date },
): BuyerPolicy => ({
  giveBack: policy.giveBack,
  until: policy.giveBack === 'none' ? null : giveBackUntil(policy, startsAt).toISOString(),
  isOver: policy.giveBack !== 'none' && giveBackUntil(policy, startsAt) <= offeredAt,
  unit: policy.unit,
  percent: policy.percent,
  keepsFees: policy.keepsFees,
});
