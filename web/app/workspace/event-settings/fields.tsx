import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { RichTextEditor } from '../kit/rich-text/editor.tsx';
import type { SettingsField, SettingsValues } from './field-names.ts';
import { useSettingsWords } from './labels.ts';
import type { SectionProps } from './section-props.ts';
import styles from './settings.module.css';
import { RICH_LIMITS } from './values.ts';

type FieldsOf<Type> = { [K in SettingsField]: SettingsValues[K] extends Type ? K : never }[SettingsField];

/** A switch for a setting, with its explanation. */
export function Toggle(props: SectionProps & { field: FieldsOf<boolean>; text?: ReactNode }) {
  const { field, text, values, set } = props;
  const { labels } = useSettingsWords();
  return (
    <Switch
      labelPosition="left"
      classNames={{ body: styles.switch, label: styles.switchLabel }}
      label={labels[field]}
      description={text}
      checked={values[field]}
      onChange={(change) => set(field, change.currentTarget.checked)}
    />
  );
}

type LineField = Exclude<
  FieldsOf<string>,
  | keyof typeof RICH_LIMITS
  | 'attendeeDetails'
  | 'priceDisplay'
  | 'startsAt'
  | 'endsAt'
  | 'ticketDates'
  | 'correctNamesUnit'
  | 'passOnUnit'
>;

type LineProps = SectionProps & {
  field: LineField;
  max: number;
  description?: ReactNode;
  placeholder?: string;
  inputMode?: 'email' | 'url' | 'numeric';
  isRequired?: boolean;
  isShort?: boolean;
};

/** A field for a setting with one line of text. */
export function Line({ field, max, isRequired = false, isShort = false, ...props }: LineProps) {
  const { values, errors, set, description, placeholder, inputMode } = props;
  const { labels } = useSettingsWords();
  const label = labels[field];
  return (
    <LimitedInput
      className={isShort ? styles.short : undefined}
      label={isRequired ? label : <OptionalLabel>{label}</OptionalLabel>}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      limit={max}
      placeholder={placeholder}
      inputMode={inputMode}
      autoComplete="off"
      value={values[field]}
      onChange={(change) => set(field, change.currentTarget.value)}
      error={errors[field]}
    />
  );
}

type FormattedProps = SectionProps & { field: keyof typeof RICH_LIMITS; description?: ReactNode };

/** A field for a setting with formatted text. */
export function Formatted({ field, description, values, errors, set, isLocked }: FormattedProps) {
  const { labels } = useSettingsWords();
  return (
    <RichTextEditor
      label={<OptionalLabel>{labels[field]}</OptionalLabel>}
      description={description}
      value={values[field]}
      onChange={(html) => set(field, html)}
      error={errors[field]}
      max={RICH_LIMITS[field]}
      isShort={field !== 'description'}
      disabled={isLocked}
    />
  );
}
