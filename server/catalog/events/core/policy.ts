import type {
  BuyerPolicy,
  GiveBackStep,
  GiveBackUnit,
  StepUntil,
} from '@entrada/contract/catalog/policies/give-back';
import {
  emptyStep,
  endOf,
  endsOf,
  presentOf,
  showSteps,
  type Zone,
} from '@entrada/contract/catalog/policies/moments';

/** In days or hours before the start, as `unit` says. */
export type Deadline = { before: number; unit: GiveBackUnit };

/** What an organizer allows buyers, with the start and the time zone from which its deadlines count. */
export type Policy = {
  /** How tickets are given back, in order. None: they cannot be. */
  steps: readonly GiveBackStep[];
  /**
   * Correcting names and addresses of attendees; `later`: they need not be known before. Null, or unknown to an older
   * order: not allowed.
   */
  names?: (Deadline & { later: boolean }) | null;
  /** Passing tickets on. */
  passOn?: Deadline | null;
  /** ISO instant. */
  startsAt: string;
  timezone: string;
};

/** The calendar of a time zone. */
export const zoneOf = (timezone: string): Zone => ({
  dayOf: (at) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString(),
  beginOf: (day) => Temporal.PlainDate.from(day).toZonedDateTime(timezone).epochMilliseconds,
});

/** The moments from which a policy counts: the start that it was kept with, and the one of the event as it is now. */
const startsOf = (policy: Policy, startsAt: Date) =>
  [Date.parse(policy.startsAt), startsAt.getTime()] as const;

/**
 * The first moment after a deadline of a policy. It counts from the start that the policy was kept with or from
 * `startsAt`, the start of the event as it is now, whichever leaves more time, but is never after the latter. Pure.
 */
export function deadlineOf(policy: Policy, until: StepUntil, startsAt: Date): Date {
  const zone = zoneOf(policy.timezone);
  const ends = startsOf(policy, startsAt).map((start) => endOf(until, start, zone));
  return new Date(Math.min(Math.max(...ends), startsAt.getTime()));
}

/**
 * The first moment after each step by which tickets are given back, in milliseconds. A step moves with the event, but
 * never ends earlier than it did with the start that the policy was kept with, even if the event has begun by then: as
 * no step gives more than the one before it, no moment ever gives less than was promised. Pure.
 */
export function stepEnds(policy: Policy, startsAt: Date): number[] {
  const zone = zoneOf(policy.timezone);
  const [kept = [], now = []] = startsOf(policy, startsAt).map((start) => endsOf(policy.steps, start, zone));
  return kept.map((end, place) => Math.max(end, now[place] ?? end));
}

/** The step that counts at a moment; null if none does, or none does any more. Pure. */
export function stepAt(policy: Policy, startsAt: Date, at: Date): GiveBackStep | null {
  const place = presentOf(stepEnds(policy, startsAt), at.getTime());
  return (place !== null && policy.steps[place]) || null;
}

/** The place of a step that no moment would belong to, for an event of this start and time zone; null if all have one. Pure. */
export const findEmptyStep = (
  steps: readonly GiveBackStep[],
  { startsAt, timezone }: { startsAt: Date; timezone: string },
): number | null => emptyStep(steps, startsAt.getTime(), zoneOf(timezone));

type Moments = { startsAt: Date; offeredAt: Date };

/**
 * A policy as buyers read it. `startsAt`: of the event as it is now. `offeredAt`: when the tickets are or were offered,
 * or the moment at which they are to be given back. Pure.
 */
export const showPolicy = (policy: Policy, moments: Moments): BuyerPolicy => ({
  ...showSteps(policy.steps, stepEnds(policy, moments.startsAt), {
    at: moments.offeredAt.getTime(),
    zone: zoneOf(policy.timezone),
  }),
  names: policy.names ? { ...shown(policy, policy.names, moments), later: policy.names.later } : null,
  passOn: policy.passOn ? shown(policy, policy.passOn, moments) : null,
});

function shown(policy: Policy, { before, unit }: Deadline, { startsAt, offeredAt }: Moments) {
  const until = deadlineOf(policy, { before, unit }, startsAt);
  return { until: until.toISOString(), isOver: until <= offeredAt, unit };
}
