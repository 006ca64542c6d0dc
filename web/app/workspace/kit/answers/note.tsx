import { Trans } from '@lingui/react/macro';
import { IconEyeOff } from '@tabler/icons-react';
import { AnswerText } from '../../../ui/answer-groups.tsx';
import styles from './answers.module.css';
import { isFitting, type OpenAnswer } from './values.ts';

/** Marks a question that buyers are never asked. */
export function OnlyOrganizers() {
  return (
    <span className={styles.hidden}>
      <IconEyeOff size={16} stroke={1.75} aria-hidden="true" />
      <Trans>Only organizers see this</Trans>
    </span>
  );
}

/** Tells an organizer what to know about a question before answering it. */
export function AnswerNote({ answer }: { answer: OpenAnswer }) {
  const { question, given } = answer;
  const isReworded = given !== null && given.title !== question.title;
  const isLeftOut = question.required && !question.hidden && given === null;
  return (
    <>
      {question.hidden && <OnlyOrganizers />}
      {isLeftOut && (
        <span className={styles.note}>
          <Trans>Buyers have to answer this. It was not answered here, so it may stay empty.</Trans>
        </span>
      )}
      {isReworded && (
        <span className={styles.note}>
          <Trans>Asked then: {given.title}</Trans>
        </span>
      )}
      {given && !isFitting(answer) && (
        <span className={styles.note}>
          <Trans>
            Answered then: <AnswerText type={given.type} value={given.value} />. It stays unless you change
            it.
          </Trans>
        </span>
      )}
    </>
  );
}
