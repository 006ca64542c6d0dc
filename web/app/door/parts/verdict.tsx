import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconHistory, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatOwnDates, formatRelative, formatTime } from '../../platform/i18n/format.ts';
import { cx } from '../../ui/class-names.ts';
import { type Answer, toneOf } from '../attempt.ts';
import { shownDevice } from '../device-name.ts';
import { isHint, refusalWords } from '../verdict-words.ts';
import styles from './verdict.module.css';

const icons = { ok: IconCheck, attn: IconHistory, bad: IconX };
const returnMs = 2_000;

type VerdictProps = {
  answer: Answer;
  timezone: string;
  onNext: () => void;
  /** Undoes the check-in. Answers the reason if that fails. */
  onUndo: () => Promise<string | undefined>;
  onSearch: () => void;
};

/** The answer on the whole screen: colour, icon, word, and what to do now. */
export function Verdict({ answer, timezone, onNext, onUndo, onSearch }: VerdictProps) {
  const { verdict, guest } = answer;
  const tone = toneOf(verdict);
  const Icon = icons[tone];
  const isAdmitted = verdict === 'admitted';
  const wordsId = useId();
  const next = useRef<HTMLButtonElement>(null);
  const [undo, setUndo] = useState<{ isBusy: boolean; problem?: string | undefined }>();
  const leave = useEffectEvent(onNext);

  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  const returns = isAdmitted && !undo;
  useEffect(() => {
    if (!returns) return;
    const timer = setTimeout(() => leave(), returnMs);
    return () => clearTimeout(timer);
  }, [returns]);

  const takeBack = async () => {
    if (undo?.isBusy) return;
    setUndo({ isBusy: true });
    const problem = await onUndo();
    setUndo({ isBusy: false, problem });
  };

  return (
    <section className={styles.verdict} data-tone={tone} data-verdict={verdict}>
      <div className={styles.content}>
        <div id={wordsId} role={isAdmitted ? 'status' : 'alert'} aria-atomic="true">
          <span className={styles.icon}>
            <Icon size={64} stroke={tone === 'attn' ? 2 : 3} aria-hidden="true" />
          </span>
          <Words answer={answer} />
        </div>
        {guest && <Details answer={answer} guest={guest} timezone={timezone} />}
        {undo?.problem && (
          <p className={styles.why} role="alert">
            {undo.problem}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {isAdmitted && guest ? (
          <button
            type="button"
            className={styles.second}
            aria-disabled={undo?.isBusy}
            onClick={() => void takeBack()}
          >
            <Trans>Undo check-in</Trans>
          </button>
        ) : (
          <button type="button" className={styles.second} onClick={onSearch}>
            <Trans>Search by name</Trans>
          </button>
        )}
        <button ref={next} type="button" className={styles.first} aria-describedby={wordsId} onClick={onNext}>
          <Trans>Scan next</Trans>
          {returns && <span className={styles.returning} aria-hidden="true" />}
        </button>
      </div>
    </section>
  );
}

function Words({ answer }: { answer: Answer }) {
  const { i18n } = useLingui();
  const { verdict, guest } = answer;
  if (verdict === 'admitted' || verdict === 'already_in') {
    return (
      <>
        <p className={styles.lead}>
          {verdict === 'admitted' ? <Trans>Checked in</Trans> : <Trans>Already checked in</Trans>}
        </p>
        {guest && <Name>{guest.name}</Name>}
      </>
    );
  }
  const words = refusalWords[verdict];
  return (
    <>
      {!isHint(verdict) && (
        <p className={styles.lead}>
          <Trans>Do not admit</Trans>
        </p>
      )}
      <Name>{i18n._(words.title)}</Name>
      <p className={styles.why}>{i18n._(words.why)}</p>
    </>
  );
}

/** Chooses the largest size that fits: long names are smaller. */
function Name({ children }: { children: string }) {
  const longest = Math.max(...children.split(/\s+/).map((word) => word.length));
  const isLong = longest > 11 || children.length > 26;
  return <h2 className={cx(styles.name, isLong && styles.long)}>{children}</h2>;
}

type Guest = NonNullable<Answer['guest']>;

function Details({ answer, guest, timezone }: { answer: Answer; guest: Guest; timezone: string }) {
  const { i18n } = useLingui();
  const { earlier } = answer;
  const isRefusal = toneOf(answer.verdict) === 'bad';
  const zoned = { locale: i18n.locale, timezone };
  const dates = formatOwnDates(guest, zoned);
  const time = earlier && formatTime(earlier.at, zoned);
  const ago = earlier && formatRelative(earlier.at, new Date(), i18n.locale);
  return (
    <dl className={styles.details}>
      {earlier && (
        <Row label={<Trans>First scan</Trans>}>
          <Trans>
            {time}, {ago}
          </Trans>
        </Row>
      )}
      {earlier?.device && <Row label={<Trans>Where</Trans>}>{shownDevice(i18n, earlier.device)}</Row>}
      {isRefusal && <Row label={<Trans>Name</Trans>}>{guest.name}</Row>}
      <Row label={<Trans>Ticket</Trans>}>{guest.ticket}</Row>
      {dates && <Row label={<Trans>Valid for</Trans>}>{dates}</Row>}
      <Row label={<Trans>Number</Trans>}>{guest.reference}</Row>
    </dl>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
