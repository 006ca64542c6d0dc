import type { HeldAnswers } from '@entrada/contract/sales/order-answers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { countriesIn } from '../../../platform/i18n/countries.ts';
import { QuestionField } from '../../../ui/form/question-field.tsx';
import { readAnswer } from '../../../ui/form/read-answer.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { useInlineForm } from '../dialogs/use-inline-form.ts';
import { focusWrong } from '../form/focus.ts';
import styles from './answers.module.css';
import type { AnswersOf } from './api.ts';
import { FixedAnswers } from './given-answers.tsx';
import { AnswerNote } from './note.tsx';
import { useAnswerForm } from './use-answer-form.tsx';
import { fieldOf, isNeeded, type OpenAnswer, openAnswers } from './values.ts';

type AnswerFormProps = {
  of: AnswersOf;
  held: HeldAnswers;
  label: string;
  onSaved: (saved: HeldAnswers) => void;
  close: () => void;
};

/**
 * A hidden question without an answer is not required, because buyers never see it. A radio question that need not be
 * answered shows as a dropdown, so that the choice can be cleared.
 */
const shownQuestion = (one: OpenAnswer): OpenAnswer['question'] => ({
  ...one.question,
  required: one.question.required && !(one.question.hidden && one.given === null),
  type: one.question.type === 'radio' && !isNeeded(one) ? 'dropdown' : one.question.type,
});

/** The form for the answers of an order or of one attendee. */
export function AnswerForm({ of, held, label, onSaved, close }: AnswerFormProps) {
  const { t, i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const record = useAnswerForm({ of, held, onSaved, close });
  const { attempts, isPending, error } = record.drawer;
  const leave = useInlineForm({ isDirty: record.isDirty, isPending, close });
  const current = record.current ?? held;
  const open = openAnswers(current);
  const hasAddress = open.some(({ question }) => question.type === 'address');
  const countries = useMemo(() => (hasAddress ? countriesIn(i18n.locale) : []), [hasAddress, i18n.locale]);
  // The fields keep their own text. A new key resets them when the form starts from newer data.
  const [start, setStart] = useState({ from: record.initial, values: record.values, round: 0 });
  if (start.from !== record.initial)
    setStart({ from: record.initial, values: record.values, round: start.round + 1 });
  useEffect(() => {
    if (attempts > 0) focusWrong(form.current);
  }, [attempts]);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  const read = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const [field] = (target as HTMLInputElement).name.split('.');
    const one = open.find((each) => fieldOf(each) === field);
    if (one && field)
      record.set({
        [field]: readAnswer(
          one.question.type,
          { form: new FormData(currentTarget), locale: i18n.locale },
          field,
        ),
      });
  };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      noValidate
      onChange={read}
      onSubmit={(event) => {
        event.preventDefault();
        record.submit();
      }}
    >
      {error && (
        <div data-form-error tabIndex={-1}>
          <Note tone="error" announce>
            {error}
          </Note>
        </div>
      )}
      {record.conflict}
      <div key={start.round} className={styles.fields}>
        {open.map((one) => (
          <QuestionField
            key={one.questionId}
            question={shownQuestion(one)}
            path={fieldOf(one)}
            value={start.values[fieldOf(one)]}
            errors={record.errors}
            countries={countries}
            note={<AnswerNote answer={one} />}
          />
        ))}
      </div>
      <FixedAnswers answers={current.answers.filter(({ question }) => question === null)} />
      <div className={styles.buttons}>
        <Button onClick={leave} disabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" loading={isPending}>
          {t`Save answers`}
        </Button>
      </div>
    </form>
  );
}
