import type { AnswerSheet } from '@entrada/contract/catalog/answers';
import type { Question } from '@entrada/contract/catalog/questions';
import { useLingui } from '@lingui/react';
import { type FormEvent, useMemo } from 'react';
import { countriesIn } from '../../../platform/i18n/countries.ts';
import { QuestionField } from '../../../ui/form/question-field.tsx';
import { readAnswer } from '../../../ui/form/read-answer.ts';
import { FormSection } from '../../kit/form/drawer-frame.tsx';
import styles from './guests.module.css';

type GuestAnswersProps = {
  /** The heading of a section of its own. */
  title?: string;
  questions: readonly Question[];
  /** The path of the sheet in the body: the name of each field begins with it. */
  path: string;
  sheet: AnswerSheet;
  errors: Record<string, string>;
  onChange: (sheet: AnswerSheet) => void;
};

/**
 * The questions for the order or for one person. Nobody has to answer them here, so one of several choices shows as a
 * dropdown, which can be cleared.
 */
export function GuestAnswers({ title, questions, path, sheet, errors, onChange }: GuestAnswersProps) {
  const { i18n } = useLingui();
  const hasAddress = questions.some(({ type }) => type === 'address');
  const countries = useMemo(() => (hasAddress ? countriesIn(i18n.locale) : []), [hasAddress, i18n.locale]);
  if (questions.length === 0) return null;
  const read = ({ target }: FormEvent<HTMLDivElement>) => {
    const { name, form } = target as HTMLInputElement;
    const one = questions.find(({ id }) => name === `${path}.${id}` || name.startsWith(`${path}.${id}.`));
    if (!one || !form) return;
    const field = `${path}.${one.id}`;
    const answer = readAnswer(one.type, { form: new FormData(form), locale: i18n.locale }, field);
    onChange({ ...sheet, [one.id]: answer });
  };
  const fields = (
    <div className={styles.answers} onChange={read}>
      {questions.map((one) => (
        <QuestionField
          key={one.id}
          question={{ ...one, required: false, type: one.type === 'radio' ? 'dropdown' : one.type }}
          path={`${path}.${one.id}`}
          value={sheet[String(one.id)]}
          errors={errors}
          countries={countries}
        />
      ))}
    </div>
  );
  return title === undefined ? fields : <FormSection title={title}>{fields}</FormSection>;
}
