import type { StepUnit } from '@entrada/contract/catalog/policies/give-back';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { sayRate } from '../fields/rate.ts';
import type { TypedStep } from './typed-steps.ts';

/** The names of the ends of steps, and steps in words for a conflict. */
export function useStepsWords() {
  const { t, i18n } = useLingui();
  const units: Record<StepUnit, string> = {
    days: t`Days before the start`,
    hours: t`Hours before the start`,
    date: t`A date`,
  };
  const list = new Intl.ListFormat(i18n.locale, { type: 'unit' });
  const say = (steps: readonly TypedStep[]): string =>
    steps.length === 0
      ? t`Not offered`
      : list.format(
          steps.map(({ unit, before, day, percent }) =>
            sideBySide([sayRate(percent, languageTag(i18n.locale)), units[unit], day || before], i18n.locale),
          ),
        );
  return { units, say };
}
