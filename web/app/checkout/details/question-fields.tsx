import type { AnswerSheet } from '@entrada/contract/catalog/answers';
import type { BuyerQuestion } from '@entrada/contract/catalog/questions';
import { type Country, QuestionField } from '../../ui/form/question-field.tsx';
import styles from './page.module.css';

type QuestionFieldsProps = {
  questions: BuyerQuestion[];
  /** `answers`, or `attendeeAnswers.0`. */
  path: string;
  /** Before the ids of the controls, where several forms of the page ask the same. */
  idBefore?: string;
  sheet: AnswerSheet | undefined;
  errors: Record<string, string>;
  countries: readonly Country[];
};

/** The organizer's questions, one below the other. */
export function QuestionFields({
  questions,
  path,
  idBefore = '',
  sheet,
  errors,
  countries,
}: QuestionFieldsProps) {
  return questions.map((question) => (
    <div key={question.id} className={styles.full}>
      <QuestionField
        question={question}
        path={`${path}.${question.id}`}
        id={`${idBefore}${path}.${question.id}`}
        value={sheet?.[String(question.id)]}
        errors={errors}
        countries={countries}
      />
    </div>
  ));
}
