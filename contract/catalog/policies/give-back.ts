import { z } from 'zod';
import { isoOut } from '../../fields.ts';
import { HUNDRED_PERCENT, isRate, parseRate } from '../../rates.ts';
import { isDate } from '../answers.ts';

/**
 * How a ticket is given back while a step counts. `automatic`: it ends and the money goes back at once. `asked`: each time
 * the organizer decides.
 */
export const GIVE_BACK_WAYS = ['automatic', 'asked'] as const;
export type GiveBackWay = (typeof GIVE_BACK_WAYS)[number];

/**
 * How the time before the start is counted. `days`: through the whole day that lies so many days before the day of the
 * start, in the event's time zone. `hours`: until exactly so many hours before the start. Both move with the event.
 */
export const GIVE_BACK_UNITS = ['days', 'hours'] as const;
export type GiveBackUnit = (typeof GIVE_BACK_UNITS)[number];

/** How the end of a step is said. `date`: through this day, in the event's time zone, wherever the event moves to. */
export const STEP_UNITS = [...GIVE_BACK_UNITS, 'date'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

/** The bounds of a deadline, in days or hours before the start, and of a policy, in steps. */
export const GIVE_BACK_BEFORE = { min: 0, max: 365 } as const;
export const GIVE_BACK_STEPS = 6;

/** How much of the price goes back: percent above 0, as an exact decimal with up to four places. */
const percent = z
  .string()
  .refine(isRate, { error: 'invalid_format' })
  .refine((text) => !isRate(text) || parseRate(text) > 0n, { error: 'invalid_format' })
  .refine((text) => !isRate(text) || parseRate(text) <= HUNDRED_PERCENT, { error: 'too_big' });

const before = z.number().int().min(GIVE_BACK_BEFORE.min).max(GIVE_BACK_BEFORE.max);
const inDays = z.strictObject({ unit: z.literal('days'), before });
const inHours = z.strictObject({ unit: z.literal('hours'), before });
const byDate = z.strictObject({
  unit: z.literal('date'),
  day: z.string().refine(isDate, { error: 'invalid_day' }),
});

const terms = {
  percent,
  /** Whether fees, and the tax on them, stay with the organizer. */
  keepsFees: z.boolean(),
  way: z.enum(GIVE_BACK_WAYS),
};
const step = z.strictObject({ until: z.discriminatedUnion('unit', [inDays, inHours, byDate]), ...terms });
const movingStep = z.strictObject({ until: z.discriminatedUnion('unit', [inDays, inHours]), ...terms });

/**
 * One step of a policy. It begins where the step before it ends, the first one with the purchase, so there are no gaps.
 * After the last step nothing goes back.
 */
export type GiveBackStep = z.output<typeof step>;
export type StepUntil = GiveBackStep['until'];

/** The terms of a step that are larger than those of the step before it. */
function larger(one: GiveBackStep, last: GiveBackStep): (keyof typeof terms)[] {
  const isMore =
    isRate(one.percent) && isRate(last.percent) && parseRate(one.percent) > parseRate(last.percent);
  return [
    ...(isMore ? (['percent'] as const) : []),
    ...(last.keepsFees && !one.keepsFees ? (['keepsFees'] as const) : []),
    ...(last.way === 'asked' && one.way === 'automatic' ? (['way'] as const) : []),
  ];
}

/** Whether a step certainly ends no later than the one before it. Ends of different units depend on the event. */
function isNoLater(one: StepUntil, last: StepUntil): boolean {
  if (one.unit === 'date') return last.unit === 'date' && one.day <= last.day;
  return last.unit === one.unit && one.before >= last.before;
}

/** No step gives more than the one before it, so that nobody gains by waiting, and a later event makes no promise worse. */
const inOrder = <Step extends z.ZodType<GiveBackStep>>(one: Step) =>
  z
    .array(one)
    .max(GIVE_BACK_STEPS)
    .superRefine((steps, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      for (const [at, next] of steps.entries()) {
        const last = steps[at - 1];
        if (!last) continue;
        for (const field of larger(next, last)) refuse([at, field], 'more_than_before');
        if (isNoLater(next.until, last.until)) refuse([at, 'until'], 'not_after_before');
      }
    });

/** The policy of an event: its steps in order. Without any, nothing can be given back. */
export const giveBackSteps = inOrder(step);
/** The policy of an organizer. It counts for events with any start, so it names no dates. */
export const organizerSteps = inOrder(movingStep);
export const stepsOut = z.array(step);

const deadline = {
  /** The first moment at which it is no longer possible. */
  until: isoOut,
  /** Whether that moment had passed already when the tickets were offered. */
  isOver: z.boolean(),
  unit: z.enum(GIVE_BACK_UNITS),
};

/** What buyers of an event may do by themselves, as they read it. */
export const buyerPolicy = z.object({
  /** In order, without those that no moment belongs to. Empty: nothing can be given back. */
  steps: z.array(
    z.object({
      /** The first moment at which it no longer counts. */
      until: isoOut,
      /** Whether that moment is the end of a day. */
      isDay: z.boolean(),
      ...terms,
    }),
  ),
  /** The place of the step that counts; null if none does, or none does any more. */
  present: z.number().nullable(),
  /**
   * Until when names and addresses of attendees can be corrected; null if they cannot. `later`: they need not be known
   * before that.
   */
  names: z.object({ ...deadline, later: z.boolean() }).nullable(),
  /** Until when a ticket can be passed on to another person; null if it cannot. */
  passOn: z.object(deadline).nullable(),
});
export type BuyerPolicy = z.output<typeof buyerPolicy>;
export type BuyerStep = BuyerPolicy['steps'][number];
