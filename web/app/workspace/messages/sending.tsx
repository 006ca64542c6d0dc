import { MESSAGES, type MessageRow } from '@entrada/contract/outreach/messages';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import styles from './sending.module.css';

const barId = (id: number) => `message-${id}`;

type Sending = Pick<MessageRow, 'id' | 'subject' | 'people'> & {
  /** Null for a message that was sent just now. The clock of this browser may differ from the server's. */
  undoUntil: string | null;
};

/**
 * Shows the bar of a message that goes out in some seconds, with its way back. It stays on other pages too.
 * @param onOver called when the time is over
 */
export function showSending(message: Sending, undo: () => void, onOver: () => void): void {
  const id = barId(message.id);
  const most = MESSAGES.undoSeconds * 1000;
  const left = message.undoUntil === null ? most : Date.parse(message.undoUntil) - Date.now();
  if (left <= 0) return;
  const end = Date.now() + Math.min(most, left);
  const hide = () => notifications.hide(id);
  notifications.show({
    id,
    autoClose: false,
    withCloseButton: false,
    message: (
      <Countdown
        message={message}
        end={end}
        undo={() => {
          hide();
          undo();
        }}
        over={() => {
          hide();
          onOver();
        }}
      />
    ),
  });
}

export const hideSending = (id: number): void => void notifications.hide(barId(id));

type CountdownProps = { message: Sending; end: number; undo: () => void; over: () => void };

const secondsUntil = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000));

function Countdown({ message: { people, subject }, end, undo, over }: CountdownProps) {
  const { t } = useLingui();
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(end)), 250);
    return () => clearInterval(timer);
  }, [end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (left === 0) over();
  }, [left]);
  const to = t`${plural(people, { one: 'Sending to # person', other: 'Sending to # people' })}`;
  const within = t`${plural(left, { one: 'in # second', other: 'in # seconds' })}`;
  return (
    <div className={styles.bar}>
      <svg className={styles.ring} viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="13" pathLength="1" />
        <circle
          cx="16"
          cy="16"
          r="13"
          pathLength="1"
          strokeDasharray={`${left / MESSAGES.undoSeconds} 1`}
          transform="rotate(-90 16 16)"
        />
      </svg>
      <div className={styles.words}>
        {/* A screen reader hears it once, and not each second. */}
        <p className="visually-hidden">{to}</p>
        <p aria-hidden="true">
          {to} <span className="num">{within}</span>
        </p>
        <p className={styles.subject}>{subject}</p>
      </div>
      <button type="button" className="link" onClick={undo}>
        <Trans>Undo</Trans>
      </button>
    </div>
  );
}
