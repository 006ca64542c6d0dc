import type { OrderRefunds, Refund } from '@entrada/contract/sales/refunds';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import styles from '../drawer.module.css';
import { failureOf, refundReasonWords, refundStatusNames } from './words.ts';

const TONES = { pending: 'orange', succeeded: 'ok', failed: 'bad' } as const;

type RefundListProps = {
  money: OrderRefunds;
  timezone: string;
  onTryAgain: ((failed: Refund) => void) | null;
};

/** The lines without tickets that a refund is for, as `2 × Support`. */
const linesOf = ({ lineIds }: Refund, { lines }: OrderRefunds, locale: string): string =>
  sideBySide(
    lines
      .filter(({ id }) => lineIds.includes(id))
      .map(({ quantity, ticketName }) => `${quantity} × ${ticketName}`),
    locale,
  );

/** The refunds of an order, newest first. The last refund can be tried again if it failed. */
export function RefundList({ money, timezone, onTryAgain }: RefundListProps) {
  const { i18n } = useLingui();
  const last = money.refunds.at(-1);
  return (
    <ul className={styles.rows}>
      {money.refunds.toReversed().map((refund) => {
        const isOpen = refund === last && refund.status === 'failed' && money.obstacle === null;
        return (
          <li key={refund.id} className={styles.entry}>
            <RefundEntry
              refund={refund}
              lines={linesOf(refund, money, i18n.locale)}
              timezone={timezone}
              onTryAgain={isOpen && onTryAgain ? () => onTryAgain(refund) : null}
            />
          </li>
        );
      })}
    </ul>
  );
}

type RefundEntryProps = {
  refund: Refund;
  lines: string;
  timezone: string;
  onTryAgain: (() => void) | null;
};

function RefundEntry({ refund, lines, timezone, onTryAgain }: RefundEntryProps) {
  const { i18n } = useLingui();
  const { reason, createdBy } = refund;
  const when = formatDayTime(refund.createdAt, { locale: i18n.locale, timezone });
  return (
    <>
      <div className={styles.row}>
        <div className={styles.words}>
          <span className={styles.name}>
            <Money minor={refund.amount} currency={refund.currency} />
          </span>
          <span className={styles.detail}>
            {createdBy ? (
              <Trans>
                {createdBy}, {when}
              </Trans>
            ) : (
              when
            )}
          </span>
          {reason !== 'requested' && (
            <span className={styles.detail}>{i18n._(refundReasonWords[reason])}</span>
          )}
          {lines && <span className={styles.detail}>{lines}</span>}
          {refund.attendeeIds.length > 0 && (
            <span className={styles.detail}>
              <Plural value={refund.attendeeIds.length} one="For # ticket" other="For # tickets" />
            </span>
          )}
        </div>
        <div className={styles.end}>
          <Badge tone={TONES[refund.status]} quiet={refund.status === 'succeeded'}>
            {i18n._(refundStatusNames[refund.status])}
          </Badge>
        </div>
      </div>
      {refund.note && <p className={styles.quote}>{refund.note}</p>}
      {refund.status === 'pending' && (
        <Note tone="info">
          <Trans>The money is on its way. This can take the bank a moment, or some days.</Trans>
        </Note>
      )}
      {refund.status === 'failed' && (
        <Note tone="error">
          <Trans>No money was sent back. {i18n._(failureOf(refund.failureCode))}</Trans>
        </Note>
      )}
      {onTryAgain && (
        <Button className={styles.again ?? ''} onClick={onTryAgain}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </>
  );
}
