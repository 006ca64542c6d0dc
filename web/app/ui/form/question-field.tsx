import type { AddressPart, AnswerValue } from '@entrada/contract/catalog/answers';
import type { BuyerQuestion } from '@entrada/contract/catalog/questions';
import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import { addressPartNames } from './address-names.ts';
import { Checkbox } from './checkbox.tsx';
import choice from './choice.module.css';
import { DayField } from './date/day-field.tsx';
import { Optional, useFieldMessages } from './field.tsx';
import styles from './question-field.module.css';
import { Select } from './select.tsx';
import { TextArea, TextInput } from './text-input.tsx';

export type Country = { code: string; name: string };

type QuestionFieldProps = {
  question: Pick<BuyerQuestion, 'type' | 'title' | 'description' | 'options' | 'required'>;
  /** The path of the answer in the body. It is also the name of the controls. */
  path: string;
  /** The id of the controls, where several forms of a page ask the same. The path unless given. */
  id?: string;
  /** The current answer. */
  value: AnswerValue | undefined;
  /** Errors by path. */
  errors: Record<string, string>;
  /** Used only by an address. */
  countries: readonly Country[];
  /** A further text below the explanation. */
  note?: ReactNode;
};

const textOf = (value: AnswerValue | undefined) => (typeof value === 'string' ? value : '');

/**
 * One question of an organizer, with the control of its type. It is uncontrolled: a form without scripts posts it
 * too.
 */
export function QuestionField(props: QuestionFieldProps) {
  const { question, path, id = path, value, errors, note } = props;
  const { t } = useLingui();
  const { type, title, description, options, required } = question;
  const error = errors[path];
  const hint = (description !== '' || note) && (
    <>
      {description !== '' && <span className={styles.hint}>{description}</span>}
      {note}
    </>
  );
  const words = { label: title, hint, error, optional: !required };
  const field = { ...words, id, name: path, defaultValue: textOf(value), required };
  const group = { ...words, id };
  switch (type) {
    case 'text':
      return <TextInput {...field} limit={LIMITS.answerText} />;
    case 'long_text':
      return <TextArea {...field} limit={LIMITS.answerLongText} />;
    case 'date':
      return <DayField {...field} className={styles.date} />;
    case 'dropdown':
      return (
        <Select {...field}>
          <option value="">{t`Choose`}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      );
    case 'radio':
      return (
        <Group {...group} className={isShort(options) ? styles.tiles : choice.group}>
          {options.map((option) => (
            <label key={option} className={isShort(options) ? styles.tile : choice.choice}>
              <input
                type="radio"
                className={isShort(options) ? 'visually-hidden' : choice.dot}
                name={path}
                value={option}
                defaultChecked={value === option}
                required={required}
                aria-invalid={error ? true : undefined}
              />
              <span>{option}</span>
            </label>
          ))}
        </Group>
      );
    case 'checkbox':
      return (
        <Group {...group} className={options.length > 1 ? styles.columns : choice.group}>
          {options.map((option) => (
            <Checkbox
              key={option}
              name={path}
              value={option}
              label={option}
              defaultChecked={Array.isArray(value) && value.includes(option)}
              aria-invalid={error ? true : undefined}
            />
          ))}
        </Group>
      );
    case 'address':
      return <AddressFields {...props} />;
  }
}

/** Options as tiles beside each other. */
const SHORT = 10;
const FEW = 8;
const isShort = (options: readonly string[]) =>
  options.length <= FEW && options.every((option) => option.length <= SHORT);

type GroupProps = {
  id: string;
  label: ReactNode;
  hint: ReactNode;
  error: ReactNode;
  optional: boolean;
  className: string | undefined;
  children: ReactNode;
};

/** Several controls of one question. A link to its id leads to the first of them. */
function Group({ id, label, hint, error, optional, className, children }: GroupProps) {
  const messages = useFieldMessages(id, { hint, error });
  return (
    <fieldset
      id={id}
      className={styles.group}
      data-question
      aria-describedby={messages.aria['aria-describedby']}
    >
      <legend className={choice.legend}>
        {label}
        {optional && <Optional />}
      </legend>
      <div className={className}>{children}</div>
      <div className={styles.messages}>{messages.content}</div>
    </fieldset>
  );
}

function AddressFields({ question, path, id = path, value, errors, countries, note }: QuestionFieldProps) {
  const { i18n, t } = useLingui();
  const headId = useId();
  const given = typeof value === 'object' && !Array.isArray(value) ? value : null;
  const part = (name: AddressPart, autoComplete: string, isNeeded = false) => ({
    id: `${id}.${name}`,
    name: `${path}.${name}`,
    defaultValue: given?.[name] ?? '',
    error: errors[`${path}.${name}`],
    required: question.required && isNeeded,
    autoComplete,
  });
  const optional = question.required;
  return (
    <fieldset id={id} className={cx(styles.group, styles.address)} data-question aria-describedby={headId}>
      <legend className={choice.legend}>
        {question.title}
        {!question.required && <Optional />}
      </legend>
      {(question.description !== '' || note) && (
        <p id={headId} className={cx(styles.hint, styles.full)}>
          {question.description}
          {note}
        </p>
      )}
      <div className={styles.full}>
        <TextInput
          limit={LIMITS.address}
          {...part('line1', 'address-line1', true)}
          label={i18n._(addressPartNames.line1)}
        />
      </div>
      <div className={styles.full}>
        <TextInput
          limit={LIMITS.address}
          {...part('line2', 'address-line2')}
          label={i18n._(addressPartNames.line2)}
          optional={optional}
        />
      </div>
      <TextInput
        limit={LIMITS.address}
        {...part('postalCode', 'postal-code')}
        label={i18n._(addressPartNames.postalCode)}
        optional={optional}
      />
      <TextInput
        limit={LIMITS.address}
        {...part('city', 'address-level2', true)}
        label={i18n._(addressPartNames.city)}
      />
      <TextInput
        limit={LIMITS.address}
        {...part('region', 'address-level1')}
        label={i18n._(addressPartNames.region)}
        optional={optional}
      />
      <Select {...part('country', 'country', true)} label={i18n._(addressPartNames.country)}>
        <option value="">{t`Choose`}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}
