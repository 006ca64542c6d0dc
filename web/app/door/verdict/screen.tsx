import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatOwnDates, formatRelative, formatTime } from '../../platform/i18n/format.ts';
import { cx } from '../../ui/class-names.ts';
import type { OrderAnswer } from '../attempt.ts';
import { shownDevice } from '../device-name.ts';
import { VerdictIcon } from './icon.tsx';
import { OrderIn } from './order-in.tsx';
import styles from './screen.module.css';
import type { ShownAnswer } from './shown.ts';
import { toneOf, turnsAway } from './tone.ts';
import { verdictWords } from './words.ts';

const returnMs = 2_000;
/** Long enough to read that others of the order are outside, and to let them in. */
const returnOfOrderMs = 6_000;

type VerdictProps = {
  answer: ShownAnswer;
  timezone: string;
  onNext: () => void;
  /** Undoes the check-in. Answers the reason if that fails. */
  onUndo: (() => Promise<string | undefined>) | undefined;
  /** Searches for the guest; with a number, by it. */
  onSearch: ((number: string | null) => void) | undefined;
  /** Lets in the rest of the order. */
  onOrder: () => Promise<OrderAnswer>;
};

/** The answer on the whole screen: colour, icon, word, and what to do now. */
export function Verdict({ answer, timezone, onNext, onUndo, onSearch, onOrder }: VerdictProps) {
  const { verdict, guest, others, number } = answer;
  const tone = toneOf(verdict);
  const isGood = tone === 'ok';
  const wordsId = useId();
  const next = useRef<HTMLButtonElement>(null);
  const [isHeld, setHeld] = useState(false);
  const [undo, setUndo] = useState<{ isBusy: boolean; problem?: string | undefined }>();
  const leave = useEffectEvent(onNext);

  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  const returns = isGood && !undo && !isHeld;
  const afterMs = others > 0 ? returnOfOrderMs : returnMs;
  useEffect(() => {
    if (!returns) return;
    const timer = setTimeout(() => leave(), afterMs);
    return () => clearTimeout(timer);
  }, [returns, afterMs]);

  const takeBack = async () => {
    if (undo?.isBusy || !onUndo) return;
    setUndo({ isBusy: true });
    const problem = await onUndo();
    setUndo({ isBusy: false, problem });
  };

  return (
    <section className={styles.verdict} data-tone={tone} data-verdict={verdict}>
      <div className={styles.content}>
        <div id={wordsId} role={isGood ? 'status' : 'alert'} aria-atomic="true">
          <span className={styles.icon}>
            <VerdictIcon verdict={verdict} size={64} />
          </span>
          <Words answer={answer} />
        </div>
        {guest && <Details answer={answer} guest={guest} timezone={timezone} />}
        {number !== null && (
          <dl className={styles.details}>
            <NumberRow number={number} />
          </dl>
        )}
        {others > 0 && <OrderIn others={others} onAll={onOrder} onBegin={() => setHeld(true)} />}
        {undo?.problem && (
          <p className={styles.why} role="alert">
            {undo.problem}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {isGood && guest && onUndo ? (
          <button
            type="button"
            className={styles.second}
            aria-disabled={undo?.isBusy}
            onClick={() => void takeBack()}
          >
            {verdict === 'admitted' ? <Trans>Undo check-in</Trans> : <Trans>Undo check-out</Trans>}
          </button>
        ) : (
          !isGood &&
          onSearch && (
            <button type="button" className={styles.second} onClick={() => onSearch(number)}>
              {number === null ? <Trans>Search by name</Trans> : <Trans>Search by number</Trans>}
            </button>
          )
        )}
        <button ref={next} type="button" className={styles.first} aria-describedby={wordsId} onClick={onNext}>
          <Trans>Scan next</Trans>
          {returns && (
            <span
              className={styles.returning}
              style={{ animationDuration: `${afterMs}ms` }}
              aria-hidden="true"
            />
          )}
        </button>
      </div>
    </section>
  );
}

function Words({ answer }: { answer: ShownAnswer }) {
  const { i18n } = useLingui();
  const { verdict, guest } = answer;
  if (verdict === 'admitted' || verdict === 'already_in' || verdict === 'checked_out') {
    return (
      <>
        <p className={styles.lead}>
          {verdict === 'admitted' ? <Trans>Checked in</Trans> : i18n._(verdictWords[verdict].title)}
        </p>
        {guest && <Name>{guest.name}</Name>}
      </>
    );
  }
  const words = verdictWords[verdict];
  return (
    <>
      {turnsAway(verdict) && (
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

type Guest = NonNullable<ShownAnswer['guest']>;

function Details({ answer, guest, timezone }: { answer: ShownAnswer; guest: Guest; timezone: string }) {
  const { i18n } = useLingui();
  const { earlier } = answer;
  /** The large words are the reason then, not the name. */
  const isReason = !['admitted', 'already_in', 'checked_out'].includes(answer.verdict);
  const isOut = answer.verdict === 'not_inside';
  const zoned = { locale: i18n.locale, timezone };
  const dates = formatOwnDates(guest, zoned);
  const time = earlier && formatTime(earlier.at, zoned);
  const ago = earlier && formatRelative(earlier.at, new Date(), i18n.locale);
  return (
    <dl className={styles.details}>
      {earlier && (
        <Row label={isOut ? <Trans context="one person">Went out</Trans> : <Trans>First scan</Trans>}>
          <Trans>
            {time}, {ago}
          </Trans>
        </Row>
      )}
      {earlier?.device && <Row label={<Trans>Where</Trans>}>{shownDevice(i18n, earlier.device)}</Row>}
      {isReason && <Row label={<Trans>Name</Trans>}>{guest.name}</Row>}
      <Row label={<Trans>Ticket</Trans>}>{guest.ticket}</Row>
      {dates && <Row label={<Trans>Valid for</Trans>}>{dates}</Row>}
      <NumberRow number={guest.reference} />
    </dl>
  );
}

function NumberRow({ number }: { number: string }) {
  return (
    <Row label={<Trans>Number</Trans>}>
      <span className="reference">{number}</span>
    </Row>
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
