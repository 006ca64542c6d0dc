import type { DisputeStatus, OpenDispute } from '@entrada/contract/sales/disputes';
import { type OrderBadge as Name, ORDER_BADGE_TONES } from '@entrada/contract/sales/orders';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatShortDay } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import styles from './order-badge.module.css';

export const orderBadgeNames: Record<Name, MessageDescriptor> = {
  RESERVED: msg`Reserved`,
  AWAITING_PAYMENT: msg`Awaiting payment`,
  AWAITING_OFFLINE_PAYMENT: msg`Awaiting offline payment`,
  PROCESSING: msg`Processing`,
  PAYMENT_FAILED: msg`Payment failed`,
  COMPLETED: msg`Completed`,
  CANCELLED: msg`Cancelled`,
  EXPIRED: msg`Expired`,
  REFUND_PENDING: msg`Refund pending`,
  REFUND_FAILED: msg`Refund failed`,
  REFUNDED: msg`Refunded`,
  PARTIALLY_REFUNDED: msg`Partially refunded`,
};

export const disputeStatusNames: Record<DisputeStatus, MessageDescriptor> = {
  warning: msg`Inquiry`,
  needs_response: msg`Answer needed`,
  under_review: msg`Under review`,
  won: msg`Won`,
  lost: msg`Lost`,
};

export const disputeTones = {
  warning: 'attn',
  needs_response: 'bad',
  under_review: 'attn',
  won: 'ok',
  lost: 'bad',
} as const satisfies Record<DisputeStatus, string>;

type OrderBadgeProps = {
  badge: Name;
  /** The most urgent dispute that is not decided yet. */
  dispute: OpenDispute | null;
  /** Of the event. */
  timezone: string;
};

/** The status of an order: in a quiet colour if nothing is wrong, tinted if it needs attention. A dispute stands beside it. */
export function OrderBadge({ badge, dispute, timezone }: OrderBadgeProps) {
  const { i18n } = useLingui();
  const tone = ORDER_BADGE_TONES[badge];
  return (
    <span className={styles.badges}>
      <Badge tone={tone === 'red' ? 'bad' : tone} quiet={badge === 'COMPLETED'}>
        {i18n._(orderBadgeNames[badge])}
      </Badge>
      {dispute && (
        <Badge tone={disputeTones[dispute.status]}>
          <DisputeWords dispute={dispute} timezone={timezone} />
        </Badge>
      )}
    </span>
  );
}

function DisputeWords({
  dispute: { status, respondBy },
  timezone,
}: {
  dispute: OpenDispute;
  timezone: string;
}) {
  const { i18n } = useLingui();
  const day = respondBy && formatShortDay(respondBy, { locale: i18n.locale, timezone });
  if (status === 'under_review') return <Trans>Dispute under review</Trans>;
  if (status === 'warning')
    return day ? <Trans>Bank inquiry, answer by {day}</Trans> : <Trans>Bank inquiry</Trans>;
  return day ? <Trans>Disputed, answer by {day}</Trans> : <Trans>Disputed, answer needed</Trans>;
}
