import { useLingui } from '@lingui/react/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { AriaAttributes } from 'react';
import styles from './stepper.module.css';

type StepperProps = {
  /** What is counted, for the labels: "Add one Festival pass". */
  label: string;
  /** The name of the field in a form without scripts. */
  name: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
  disabled?: boolean;
  /** Attributes of the field, such as what describes it and whether it was refused. */
  marks?: AriaAttributes;
};

/** A quantity, changed in steps of one or typed. The caller announces the result. */
export function Stepper({
  label,
  name,
  value,
  min = 0,
  max = 1000,
  onChange,
  disabled = false,
  marks,
}: StepperProps) {
  const { t } = useLingui();
  const clamp = (wanted: number) => Math.min(max, Math.max(min, wanted));
  return (
    <div className={styles.stepper}>
      <button
        type="button"
        aria-label={t`Remove one ${label}`}
        disabled={disabled || value <= min}
        onClick={() => onChange(clamp(value - 1))}
      >
        <IconMinus size={18} stroke={2} aria-hidden="true" />
      </button>
      <input
        {...marks}
        name={name}
        aria-label={t`Quantity of ${label}`}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        maxLength={4}
        value={value}
        disabled={disabled}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const typed = Number(event.currentTarget.value.replace(/\D/g, ''));
          onChange(clamp(typed));
        }}
      />
      <button
        type="button"
        aria-label={t`Add one ${label}`}
        disabled={disabled || value >= max}
        onClick={() => onChange(clamp(value + 1))}
      >
        <IconPlus size={18} stroke={2} aria-hidden="true" />
      </button>
    </div>
  );
}
