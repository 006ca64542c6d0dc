import type { AnswerObstacle, HeldAnswers } from '@entrada/contract/sales/order-answers';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import groups from '../../../ui/answer-groups.module.css';
import { TicketHolder } from '../../../ui/answer-groups.tsx';
import { InParts } from '../windowed/in-parts.tsx';
import styles from './answers.module.css';
import { AnswerForm } from './form.tsx';
import { GivenAnswers } from './given-answers.tsx';

type HeldAnswersListProps = {
  of: { eventId: number; orderId: number };
  records: readonly HeldAnswers[];
  mayEdit: boolean;
  onSaved: (saved: HeldAnswers) => void;
  /** Stands instead of whose answers they are, where only one record is shown. */
  title?: ReactNode;
};

const keyOf = ({ attendee }: HeldAnswers) => attendee?.id ?? null;
const isAnswered = ({ answers }: HeldAnswers) => answers.some(({ given }) => given !== null);
const canBeAsked = ({ answers }: HeldAnswers) => answers.some(({ question }) => question !== null);

/** Whether the record has answers to show or questions to answer. */
export const hasAnswers = (record: HeldAnswers, mayEdit: boolean): boolean =>
  isAnswered(record) || (mayEdit && record.obstacle === null && canBeAsked(record));

/** Shows the answers of each record in a list. One record can be edited at a time. */
export function HeldAnswersList({ of, records, mayEdit, onSaved, title }: HeldAnswersListProps) {
  /** Undefined: nothing is edited. Null: the order's own answers are edited. */
  const [edited, setEdited] = useState<number | null | undefined>(undefined);
  const [returned, setReturned] = useState<number | null | undefined>(undefined);
  const shown = records.filter((record) => keyOf(record) === edited || hasAnswers(record, mayEdit));
  const [first] = shown;
  const common = shown.every(({ obstacle }) => obstacle === first?.obstacle) ? first?.obstacle : null;
  return (
    <>
      <InParts rows={shown}>
        {(part) =>
          part.map((record) => (
            <OneHolder
              key={keyOf(record)}
              of={{ ...of, attendeeId: keyOf(record) }}
              held={record}
              obstacle={common ? null : record.obstacle}
              isEdited={keyOf(record) === edited}
              isFocused={keyOf(record) === returned}
              onEdit={
                mayEdit && edited === undefined && record.obstacle === null && canBeAsked(record)
                  ? () => setEdited(keyOf(record))
                  : null
              }
              onSaved={onSaved}
              title={title}
              close={() => {
                setEdited(undefined);
                setReturned(keyOf(record));
              }}
            />
          ))
        }
      </InParts>
      {common && <Obstacle obstacle={common} />}
    </>
  );
}

type OneHolderProps = {
  of: { eventId: number; orderId: number; attendeeId: number | null };
  held: HeldAnswers;
  obstacle: AnswerObstacle | null;
  isEdited: boolean;
  /** The record was just edited, so its button gets the focus back. */
  isFocused: boolean;
  onEdit: (() => void) | null;
  onSaved: (saved: HeldAnswers) => void;
  title: ReactNode;
  close: () => void;
};

function OneHolder(props: OneHolderProps) {
  const { of, held, obstacle, isEdited, isFocused, onEdit, onSaved, title, close } = props;
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused && !isEdited) button.current?.focus();
  }, [isFocused, isEdited]);
  const { attendee } = held;
  const who = attendee ? attendee.name || attendee.ticketName : '';
  const edit = attendee ? t`Edit answers of ${who}, ${attendee.reference}` : t`Edit answers of the order`;
  const add = attendee ? t`Add answers of ${who}, ${attendee.reference}` : t`Add answers of the order`;
  const label = isAnswered(held) ? edit : add;
  return (
    <div className={groups.group}>
      <div className={styles.head}>
        {title ?? (
          <p className={styles.who}>
            {attendee ? (
              <TicketHolder {...attendee} />
            ) : (
              <span className={groups.name}>
                <Trans>The whole order</Trans>
              </span>
            )}
          </p>
        )}
        {onEdit && (
          <Button ref={button} size="xs" className={styles.edit ?? ''} aria-label={label} onClick={onEdit}>
            {isAnswered(held) ? <Trans>Edit answers</Trans> : <Trans>Add answers</Trans>}
          </Button>
        )}
      </div>
      {isEdited ? (
        <AnswerForm of={of} held={held} label={label} onSaved={onSaved} close={close} />
      ) : (
        isAnswered(held) && <GivenAnswers answers={held.answers} />
      )}
      {obstacle && <Obstacle obstacle={obstacle} />}
    </div>
  );
}

function Obstacle({ obstacle }: { obstacle: AnswerObstacle }) {
  return (
    <p className={styles.why}>
      {obstacle === 'EVENT_ARCHIVED' && (
        <Trans>The event is archived, so answers can’t be changed. Restore it first.</Trans>
      )}
      {obstacle === 'ORDER_CANCELLED' && (
        <Trans>The order was cancelled, so its answers stay as they are.</Trans>
      )}
      {obstacle === 'ATTENDEE_CANCELLED' && (
        <Trans>The ticket was cancelled, so its answers stay as they are.</Trans>
      )}
    </p>
  );
}
