import type { Dispute } from '@entrada/contract/sales/disputes';
import type { OrderDetail } from '@entrada/contract/sales/orders';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { Space } from '../../../ui/space.tsx';
import { disputeStatusNames, disputeTones } from '../../kit/display/order-badge.tsx';
import styles from '../drawer.module.css';
import { providerName } from '../payment-words.ts';
import { disputeReason } from './words.ts';

type DisputeListProps = {
  disputes: Dispute[];
  payment: OrderDetail['payment'];
  timezone: string;
};

/** Disputes: money that buyers' banks took back or may take back, and what to do about each. */
export function DisputeList({ disputes, payment, timezone }: DisputeListProps) {
  const { i18n } = useLingui();
  const provider = providerName(i18n, payment?.provider ?? 'stripe');
  return (
    <ul className={styles.rows}>
      {disputes.map((dispute) => (
        <li key={dispute.id} className={styles.entry}>
          <div className={styles.row}>
            <div className={styles.words}>
              <span className={styles.name}>
                <Money minor={dispute.amount} currency={dispute.currency} />
              </span>
              <span className={styles.detail}>{i18n._(disputeReason(dispute.reason))}</span>
              <span className={styles.detail}>
                {formatDayTime(dispute.createdAt, { locale: i18n.locale, timezone })}
              </span>
            </div>
            <div className={styles.end}>
              <Badge tone={disputeTones[dispute.status]}>{i18n._(disputeStatusNames[dispute.status])}</Badge>
            </div>
          </div>
          <Advice dispute={dispute} provider={provider} timezone={timezone} />
        </li>
      ))}
    </ul>
  );
}

type AdviceProps = {
  dispute: Dispute;
  provider: string;
  timezone: string;
};

function Advice({ dispute, provider, timezone }: AdviceProps) {
  const { i18n } = useLingui();
  const { status, respondBy, dismissed } = dispute;
  const until = respondBy && formatDayTime(respondBy, { locale: i18n.locale, timezone });
  if (status === 'warning') {
    return (
      <Note tone="attn">
        {until ? (
          <Trans>
            The buyer’s bank is asking about this payment. Answer in the dashboard of {provider} before{' '}
            {until}, or refund the order, so that no dispute comes of it.
          </Trans>
        ) : (
          <Trans>
            The buyer’s bank is asking about this payment. Answer in the dashboard of {provider}, or refund
            the order, so that no dispute comes of it.
          </Trans>
        )}
      </Note>
    );
  }
  if (status === 'needs_response') {
    return (
      <Note tone="error">
        {until ? (
          <Trans>
            Answer in the dashboard of {provider} before {until}. Without an answer the money goes back to the
            buyer.
          </Trans>
        ) : (
          <Trans>
            Answer in the dashboard of {provider}. Without an answer the money goes back to the buyer.
          </Trans>
        )}
      </Note>
    );
  }
  return (
    <p className={styles.quiet}>
      {status === 'under_review' && <Trans>The buyer’s bank is deciding. There is nothing to do.</Trans>}
      {status === 'won' && <Trans>The money stays with you.</Trans>}
      {status === 'lost' && <Trans>The money went back to the buyer.</Trans>}
      {dismissed && (
        <>
          <Space />
          <Dismissed dismissed={dismissed} timezone={timezone} />
        </>
      )}
    </p>
  );
}

/** Who let the tickets stay valid. */
function Dismissed({
  dismissed,
  timezone,
}: {
  dismissed: NonNullable<Dispute['dismissed']>;
  timezone: string;
}) {
  const { i18n } = useLingui();
  const when = formatDayTime(dismissed.at, { locale: i18n.locale, timezone });
  const who = dismissed.by;
  return who ? (
    <Trans>
      {who} let the tickets stay valid on {when}.
    </Trans>
  ) : (
    <Trans>The tickets were left valid on {when}.</Trans>
  );
}
