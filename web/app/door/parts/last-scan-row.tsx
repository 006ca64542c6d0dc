import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconCheck, IconHistory, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatRelative } from '../../platform/i18n/format.ts';
import { toneOf } from '../attempt.ts';
import type { LastScan } from '../use-check-in.ts';
import { refusalWords } from '../verdict-words.ts';
import styles from './last-scan-row.module.css';

const icons = { ok: IconCheck, attn: IconHistory, bad: IconX };
const tickMs = 15_000;

type LastScanRowProps = { last: LastScan; isUndoing: boolean; onUndo: (reference: string) => void };

/** The last scan, to look at it again or to undo it. */
export function LastScanRow({ last, isUndoing, onUndo }: LastScanRowProps) {
  const { i18n, t } = useLingui();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const { verdict, guest } = last.answer;
  const tone = toneOf(verdict);
  const Icon = last.isUndone ? IconArrowBackUp : icons[tone];
  const name = guest?.name;
  const state = last.isUndone
    ? t`Check-in undone`
    : verdict === 'admitted'
      ? guest?.ticket
      : verdict === 'already_in'
        ? t`Already checked in`
        : i18n._(refusalWords[verdict].title);
  const when = formatRelative(last.at, now, i18n.locale);
  return (
    <section className={styles.row} aria-label={t`Last scan`}>
      <span className={styles.icon} data-tone={last.isUndone ? 'undone' : tone}>
        <Icon size={20} stroke={2.5} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name ?? state}</p>
        <p className={styles.detail}>
          {name ? (
            <Trans>
              {state}, {when}
            </Trans>
          ) : (
            when
          )}
        </p>
      </div>
      {verdict === 'admitted' && guest && !last.isUndone && (
        <button
          type="button"
          className={styles.undo}
          aria-disabled={isUndoing}
          aria-label={t`Undo the check-in of ${guest.name}`}
          onClick={() => !isUndoing && onUndo(guest.reference)}
        >
          <Trans>Undo</Trans>
        </button>
      )}
    </section>
  );
}
