import { Trans, useLingui } from '@lingui/react/macro';
import { Select } from '../../kit/menus/select.tsx';
import { some, useFigures } from '../parts/money.tsx';
import { Rows } from '../parts/rows.tsx';
import type { EventAnswers } from '../reads/people.ts';
import styles from '../reports.module.css';
import { useOrdersColumn } from './columns.tsx';

type ByAnswerProps = {
  report: EventAnswers;
  hasMoney: boolean;
  choose: (question: string) => void;
};

type Row = Omit<EventAnswers['answers'][number], 'answer'> & { answer: string | null };

/** What was sold with each answer to one question. */
export function ByAnswer({ report, hasMoney, choose }: ByAnswerProps) {
  const { t } = useLingui();
  const { questions, question, answers, unanswered, isMultiple, currency } = report;
  const { money, count } = useFigures(currency);
  const orders = useOrdersColumn<Row>(undefined);
  if (questions.length === 0)
    return (
      <p className={styles.none}>
        <Trans>This event has no question with options to choose from.</Trans>
      </p>
    );
  const rows: Row[] = [
    ...answers,
    ...(unanswered && (unanswered.orders > 0 || unanswered.sold > 0)
      ? [{ answer: null, ...unanswered }]
      : []),
  ];
  const names = questions.map(({ id, title, isDeleted }) => ({
    value: String(id),
    label: isDeleted ? t`${title} (deleted)` : title,
  }));
  return (
    <>
      <div className={styles.question}>
        <Select
          label={t`Question`}
          value={question ? String(question.id) : null}
          onChange={(id) => id && choose(id)}
          shown={names.find(({ value }) => value === String(question?.id))?.label ?? t`Choose a question`}
          choices={() => names}
        />
      </div>
      {question && (
        <Rows
          label={t`By answer`}
          head={{
            header: t({ message: 'Answer', context: 'to a question' }),
            cell: ({ answer }) => answer ?? <Trans>No answer</Trans>,
          }}
          columns={[
            orders,
            { key: 'sold', header: t`Sold`, cell: ({ sold }) => some(sold, count), isMain: !hasMoney },
            ...(hasMoney
              ? [
                  {
                    key: 'paid',
                    header: t`Paid before refunds`,
                    cell: ({ paid }: Row) => some(paid, money),
                    isMain: true,
                  },
                ]
              : []),
          ]}
          rows={rows}
          rowKey={({ answer }) => answer ?? ''}
        />
      )}
      {question && isMultiple && (
        <p className={styles.note}>
          <Trans>One answer may name several options. It counts in the line of each.</Trans>
        </p>
      )}
    </>
  );
}
