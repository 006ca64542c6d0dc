import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './event-changes.module.css';

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; text?: ReactNode; sum?: ReactNode }[];
  onChange: (value: T) => void;
};

/** One question with its answers, each with what it means. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Radio.Group aria-label={label} value={value} onChange={(chosen) => onChange(chosen as T)}>
      {options.map((one) => (
        <div key={one.value} className={styles.choice}>
          <Radio value={one.value} label={one.label} description={one.text} />
          {one.sum && <b className="num">{one.sum}</b>}
        </div>
      ))}
    </Radio.Group>
  );
}
