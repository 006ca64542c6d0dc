import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { Comma } from '../../ui/space.tsx';
import type { OrderAnswer } from '../attempt.ts';
import styles from './screen.module.css';
import { verdictWords } from './words.ts';

type OrderInProps = {
  /** How many of the order are outside. */
  others: number;
  onAll: () => Promise<OrderAnswer>;
  /** The verdict stays on the screen from now on. */
  onBegin: () => void;
};

/** The rest of the order of a ticket that is inside: all of them come in by one press. */
export function OrderIn({ others, onAll, onBegin }: OrderInProps) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [people, setPeople] = useState<OrderAnswer['people']>();
  const letIn = async () => {
    if (isBusy) return;
    onBegin();
    setBusy(true);
    setProblem(undefined);
    try {
      setPeople((await onAll()).people);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  if (people)
    return (
      <div className={styles.order} role="status">
        <ul>
          {people.map(({ guest, verdict }) => (
            <li key={guest.reference}>
              {verdict === 'admitted' ? (
                <IconCheck size={22} stroke={2.5} aria-hidden="true" />
              ) : (
                <IconX size={22} stroke={2.5} aria-hidden="true" />
              )}
              <span>
                {guest.name}
                <Comma />
                {verdict === 'admitted' ? <Trans>checked in</Trans> : i18n._(verdictWords[verdict].title)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className={styles.order}>
      <p>
        <Plural
          value={others}
          one="# other of this order is outside."
          other="# others of this order are outside."
        />
      </p>
      {problem !== undefined && <p role="alert">{errorMessage(i18n, problem)}</p>}
      <button type="button" className={styles.second} aria-disabled={isBusy} onClick={() => void letIn()}>
        {isBusy ? (
          <Trans>Checking</Trans>
        ) : (
          <Plural value={others} one="Check in this one too" other="Check in all # too" />
        )}
      </button>
    </div>
  );
}
