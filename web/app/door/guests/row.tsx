import type { Guest } from '@entrada/contract/door/check-in';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCheck, IconHistory, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { formatOwnDates, formatTime } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { shownDevice } from '../device-name.ts';
import { verdictWords } from '../verdict/words.ts';
import { highlight } from './highlight.ts';
import styles from './row.module.css';
import { type RowState, type RowTools, useRowCheckIn } from './use-row-check-in.ts';

type GuestRowProps = {
  guest: Guest;
  query: string;
  timezone: string;
  tools: RowTools;
  onPerson: (reference: string) => void;
};

export function GuestRow({ guest, query, timezone, tools, onPerson }: GuestRowProps) {
  const { i18n, t } = useLingui();
  const { state, checkIn, undo, retry } = useRowCheckIn(guest, tools);
  const action = useRef<HTMLDivElement>(null);
  const isBusy = state.step === 'busy';
  const isIn = guest.checkedInAt !== null;
  const dates = formatOwnDates(guest, { locale: i18n.locale, timezone });
  // Another button has replaced the pressed one. The new button takes the focus.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body)
      action.current?.querySelector('button')?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.words}
          aria-haspopup="dialog"
          onClick={() => onPerson(guest.reference)}
        >
          <span className={styles.name}>
            <Marked text={guest.name} query={query} />
          </span>
          <span className={styles.detail}>
            <span>{guest.ticket}</span>
            {dates && <span>{dates}</span>}
            <span className="reference">
              <Marked text={guest.reference} query={query} />
            </span>
          </span>
        </button>
        <div className={styles.action} ref={action}>
          {guest.checkedInAt !== null ? (
            <>
              <span className={styles.in}>
                <IconCheck size={20} stroke={2.25} aria-hidden="true" />
                <span className="visually-hidden">
                  <Trans>Checked in</Trans>
                </span>
                <span className="num">
                  {formatTime(guest.checkedInAt, { locale: i18n.locale, timezone })}
                </span>
              </span>
              <button
                type="button"
                className={styles.undo}
                aria-disabled={isBusy}
                aria-label={t`Undo the check-in of ${guest.name}`}
                onClick={() => !isBusy && undo()}
              >
                <Trans>Undo</Trans>
              </button>
            </>
          ) : guest.status === 'active' ? (
            <button
              type="button"
              className={styles.checkIn}
              aria-disabled={isBusy}
              aria-label={isBusy ? t`Checking ${guest.name}` : t`Check in ${guest.name}`}
              onClick={() => !isBusy && checkIn()}
            >
              {isBusy ? <Trans>Checking</Trans> : <Trans>Check in</Trans>}
            </button>
          ) : (
            <Badge tone={guest.status === 'cancelled' ? 'bad' : 'attn'}>
              {guest.status === 'cancelled' ? <Trans>Cancelled</Trans> : <Trans>Awaiting payment</Trans>}
            </Badge>
          )}
        </div>
      </div>
      <RowNote state={state} isIn={isIn} name={guest.name} timezone={timezone} onRetry={retry} />
    </li>
  );
}

type RowNoteProps = {
  state: RowState;
  isIn: boolean;
  name: string;
  timezone: string;
  onRetry: () => void;
};

/** The verdict inside the row. A plain success is already visible in the row, so it is only announced. */
function RowNote({ state, isIn, name, timezone, onRetry }: RowNoteProps) {
  const { i18n } = useLingui();
  if (state.step === 'undone' && !isIn) {
    return (
      <p className="visually-hidden" role="status">
        <Trans>The check-in of {name} was undone.</Trans>
      </p>
    );
  }
  if (state.step === 'failed') {
    return (
      <Note tone="attn" icon={<IconAlertTriangle size={20} stroke={1.75} />}>
        {errorMessage(i18n, state.error)}{' '}
        <button type="button" className={styles.retry} onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      </Note>
    );
  }
  if (state.step !== 'answered') return null;
  const { verdict, earlier } = state.answer;
  if (verdict === 'admitted') {
    return isIn ? (
      <p className="visually-hidden" role="status">
        <Trans>{name} is checked in.</Trans>
      </p>
    ) : null;
  }
  if (verdict === 'already_in') {
    if (!isIn) return null;
    const time = earlier && formatTime(earlier.at, { locale: i18n.locale, timezone });
    const device = earlier && shownDevice(i18n, earlier.device);
    return (
      <Note tone="attn" icon={<IconHistory size={20} stroke={1.75} />}>
        {time && device ? (
          <Trans>
            Already checked in at {time} by {device}.
          </Trans>
        ) : (
          <Trans>Already checked in.</Trans>
        )}
      </Note>
    );
  }
  const words = verdictWords[verdict];
  return (
    <Note tone="bad" icon={<IconX size={20} stroke={2.25} />}>
      <b>{i18n._(words.title)}</b> {i18n._(words.why)}
    </Note>
  );
}

function Note(props: { tone: 'attn' | 'bad'; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.note} data-tone={props.tone} role="alert">
      <span aria-hidden="true">{props.icon}</span>
      <p>{props.children}</p>
    </div>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  if (!query) return text;
  return highlight(text, query).map((piece, index) =>
    piece.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other identity
      <mark key={index} className={styles.match}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
