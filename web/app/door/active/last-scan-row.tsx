import type { Direction } from '@entrada/contract/door/check-in';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatRelative } from '../../platform/i18n/format.ts';
import { VerdictIcon } from '../verdict/icon.tsx';
import { toneOf } from '../verdict/tone.ts';
import { verdictWords } from '../verdict/words.ts';
import styles from './last-scan-row.module.css';
import type { LastScan } from './use-check-in.ts';

const tickMs = 15_000;

type LastScanRowProps = {
  last: LastScan;
  isUndoing: boolean;
  onUndo: ((reference: string, of: Direction) => void) | undefined;
};

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
  const isIn = verdict === 'admitted';
  const name = guest?.name;
  const state = last.isUndone
    ? isIn
      ? t`Check-in undone`
      : t`Check-out undone`
    : isIn
      ? guest?.ticket
      : i18n._(verdictWords[verdict].title);
  const when = formatRelative(last.at, now, i18n.locale);
  return (
    <section className={styles.row} aria-label={t`Last scan`}>
      <span className={styles.icon} data-tone={last.isUndone ? 'undone' : tone}>
        {last.isUndone ? (
          <IconArrowBackUp size={20} stroke={2.5} aria-hidden="true" />
        ) : (
          <VerdictIcon verdict={verdict} size={20} />
        )}
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
      {onUndo && tone === 'ok' && guest && !last.isUndone && (
        <button
          type="button"
          className={styles.undo}
          aria-disabled={isUndoing}
          aria-label={isIn ? t`Undo the check-in of ${guest.name}` : t`Undo the check-out of ${guest.name}`}
          onClick={() => !isUndoing && onUndo(guest.reference, isIn ? 'in' : 'out')}
        >
          <Trans>Undo</Trans>
        </button>
      )}
    </section>
  );
}
