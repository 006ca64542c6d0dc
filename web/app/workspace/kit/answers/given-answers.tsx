import type { HeldAnswer } from '@entrada/contract/sales/order-answers';
import { Trans } from '@lingui/react/macro';
import groups from '../../../ui/answer-groups.module.css';
import { AnswerText } from '../../../ui/answer-groups.tsx';
import { cx } from '../../../ui/class-names.ts';
import styles from './answers.module.css';
import { OnlyOrganizers } from './note.tsx';

/** Shows the answers, each with the question as it was worded for the buyer. */
export function GivenAnswers({ answers }: { answers: readonly HeldAnswer[] }) {
  return (
    <dl className={cx(groups.answers, styles.given)}>
      {answers.map(
        ({ questionId, question, given }) =>
          given && (
            <div key={questionId}>
              <dt>
                {given.title}
                {question?.hidden && <OnlyOrganizers />}
                {!question && (
                  <span className={styles.note}>
                    <Trans>No longer asked</Trans>
                  </span>
                )}
              </dt>
              <dd>
                <AnswerText type={given.type} value={given.value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Shows answers that can't be changed, because their questions were deleted or moved. */
export function FixedAnswers({ answers }: { answers: readonly HeldAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <div className={styles.fixed}>
      <GivenAnswers answers={answers} />
      <p className={styles.note}>
        <Trans>What is no longer asked stays as it was answered. It can’t be changed.</Trans>
      </p>
    </div>
  );
}
