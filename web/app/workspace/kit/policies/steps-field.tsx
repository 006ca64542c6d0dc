import { GIVE_BACK_BEFORE, GIVE_BACK_STEPS, STEP_UNITS } from '@entrada/contract/catalog/policies/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { DayInput } from '../fields/day-input.tsx';
import styles from './steps-field.module.css';
import { nextStep, type TypedStep } from './typed-steps.ts';
import { useStepsWords } from './words.ts';

type StepsFieldProps = {
  steps: readonly TypedStep[];
  onChange: (steps: TypedStep[]) => void;
  /** By path, such as "giveBack.0.percent". */
  errors: Record<string, string>;
  path: string;
  /** Whether a step may end on a date. */
  hasDates: boolean;
};

/** The steps by which buyers give tickets back: each has its end, its share, its fees and its way. */
export function StepsField({ steps, onChange, errors, path, hasDates }: StepsFieldProps) {
  const { i18n } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  const add = () => {
    onChange([...steps, nextStep(steps.at(-1), i18n.locale)]);
    focusOn('fieldset:last-of-type :is(input, select)');
  };
  const remove = (place: number) => {
    onChange(steps.filter((_, at) => at !== place));
    focusOn('[data-add-step]');
  };
  return (
    <div ref={list} className={styles.list}>
      {steps.map((step, place) => (
        <Step
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={place}
          place={place}
          step={step}
          errors={errors}
          path={`${path}.${place}`}
          hasDates={hasDates}
          onChange={(changed) => onChange(steps.map((one, at) => (at === place ? changed : one)))}
          onRemove={() => remove(place)}
        />
      ))}
      {steps.length < GIVE_BACK_STEPS && (
        <div>
          <Button data-add-step leftSection={<IconPlus size={18} stroke={1.75} />} onClick={add}>
            <Trans>Add a step</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

type StepProps = Omit<StepsFieldProps, 'steps' | 'onChange'> & {
  place: number;
  step: TypedStep;
  onChange: (step: TypedStep) => void;
  onRemove: () => void;
};

function Step({ place, step, errors, path, hasDates, onChange, onRemove }: StepProps) {
  const { t } = useLingui();
  const set = (change: Partial<TypedStep>) => onChange({ ...step, ...change });
  const number = place + 1;
  const { units } = useStepsWords();
  const ofUntil = errors[`${path}.until`];
  return (
    <fieldset className={styles.step}>
      <legend>
        <Trans>Step {number}</Trans>
      </legend>
      <div className={styles.fields}>
        <NativeSelect
          label={t`Counts until`}
          value={step.unit}
          onChange={(change) =>
            set({ unit: STEP_UNITS.find((unit) => unit === change.currentTarget.value) ?? 'days' })
          }
          data={STEP_UNITS.filter((unit) => hasDates || unit !== 'date').map((unit) => ({
            value: unit,
            label: units[unit],
          }))}
        />
        {step.unit === 'date' ? (
          <DayInput
            label={t`Last day`}
            value={step.day}
            onChange={(day) => set({ day })}
            error={errors[`${path}.until.day`] ?? ofUntil}
          />
        ) : (
          <TextInput
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            label={step.unit === 'days' ? t`Days` : t`Hours`}
            description={
              step.unit === 'days'
                ? t`From ${GIVE_BACK_BEFORE.min} to ${GIVE_BACK_BEFORE.max}. That day still counts, until midnight where the event is.`
                : t`From ${GIVE_BACK_BEFORE.min} to ${GIVE_BACK_BEFORE.max}, to the minute.`
            }
            inputMode="numeric"
            autoComplete="off"
            value={step.before}
            onChange={(change) => set({ before: change.currentTarget.value })}
            error={errors[`${path}.until.before`] ?? ofUntil}
          />
        )}
        <TextInput
          label={t`Share of the price`}
          inputMode="decimal"
          autoComplete="off"
          rightSection={<span aria-hidden="true">%</span>}
          value={step.percent}
          onChange={(change) => set({ percent: change.currentTarget.value })}
          error={errors[`${path}.percent`]}
        />
        <NativeSelect
          label={t`How`}
          value={step.way}
          onChange={(change) => set({ way: change.currentTarget.value === 'asked' ? 'asked' : 'automatic' })}
          data={[
            { value: 'automatic', label: t`At once` },
            { value: 'asked', label: t`You decide each time` },
          ]}
          error={errors[`${path}.way`]}
        />
      </div>
      <div className={styles.foot}>
        <Checkbox
          label={t`Fees are returned as well`}
          checked={!step.keepsFees}
          onChange={(change) => set({ keepsFees: !change.currentTarget.checked })}
          error={errors[`${path}.keepsFees`]}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          aria-label={t`Remove step ${number}`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
