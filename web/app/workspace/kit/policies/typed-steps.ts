import {
  GIVE_BACK_BEFORE,
  type GiveBackStep,
  type GiveBackWay,
  type StepUnit,
} from '@entrada/contract/catalog/policies/give-back';
import { HUNDRED_PERCENT, isRate, parseRate } from '@entrada/contract/rates';
import { formatRateInput, parseRateInput } from '../fields/rate.ts';
import { readWhole } from '../fields/whole-number.ts';
import type { readTyped } from '../form/typed.ts';

/** A step as a form holds it: figures as texts, and a day beside them. */
export type TypedStep = {
  unit: StepUnit;
  before: string;
  day: string;
  percent: string;
  keepsFees: boolean;
  way: GiveBackWay;
};

/** Steps as a form holds them. */
export const typedSteps = (steps: readonly GiveBackStep[], locale: string): TypedStep[] =>
  steps.map(({ until, percent, keepsFees, way }) => ({
    unit: until.unit,
    before: until.unit === 'date' ? '' : String(until.before),
    day: until.unit === 'date' ? until.day : '',
    percent: formatRateInput(percent, locale),
    keepsFees,
    way,
  }));

/** Steps as the API takes them. Notes what cannot be read at the path of its step. */
export function readSteps(
  steps: readonly TypedStep[],
  typed: ReturnType<typeof readTyped>,
  path: string,
): GiveBackStep[] {
  // A share that cannot be read stands for the one before it, so that no other step seems to be wrong.
  let share = '100';
  return steps.map(({ unit, before, day, percent, keepsFees, way }, place) => {
    const at = `${path}.${place}`;
    const rate = typed.rate(`${at}.percent`, percent);
    if (typeof parseRateInput(percent) === 'string') share = rate;
    return {
      until:
        unit === 'date'
          ? { unit, day: day.trim() }
          : { unit, before: typed.whole(`${at}.until.before`, before) },
      percent: share,
      keepsFees,
      way,
    };
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The steps that can be read so far, for a preview. Null if one cannot. */
export function previewedSteps(steps: readonly TypedStep[]): GiveBackStep[] | null {
  const read = steps.flatMap(({ unit, before, day, percent, keepsFees, way }): GiveBackStep[] => {
    const rate = parseRateInput(percent);
    if (typeof rate !== 'string' || !isRate(rate)) return [];
    const terms = { percent: rate, keepsFees, way };
    if (unit === 'date') return DAY.test(day) ? [{ until: { unit, day }, ...terms }] : [];
    const figure = readWhole(before);
    return figure === undefined || figure < 0 || figure > GIVE_BACK_BEFORE.max
      ? []
      : [{ until: { unit, before: figure }, ...terms }];
  });
  return read.length === steps.length ? read : null;
}

/** What a further step begins as: half the time and half the price of the last one. */
export function nextStep(last: TypedStep | undefined, locale: string): TypedStep {
  if (!last)
    return { unit: 'days', before: '30', day: '', percent: '100', keepsFees: true, way: 'automatic' };
  const before = Math.floor((readWhole(last.before) ?? 14) / 2);
  const rate = parseRateInput(last.percent);
  const half = typeof rate === 'string' ? parseRate(rate) / 2n : HUNDRED_PERCENT / 2n;
  return {
    ...last,
    unit: last.unit === 'date' ? 'days' : last.unit,
    before: String(before),
    day: '',
    percent: formatRateInput(`${half / 10_000n}.${String(half % 10_000n).padStart(4, '0')}`, locale),
  };
}
