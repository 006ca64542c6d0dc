import { type OrderBadge as Name, ORDER_BADGE_TONES } from '@entrada/contract/sales/orders';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Badge } from '../../../ui/badge.tsx';

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

/** The status of an order: in a quiet colour if nothing is wrong, tinted if it needs attention. */
export function OrderBadge({ badge }: { badge: Name }) {
  const { i18n } = useLingui();
  const tone = ORDER_BADGE_TONES[badge];
  return (
    <Badge tone={tone === 'red' ? 'bad' : tone} quiet={badge === 'COMPLETED'}>
      {i18n._(orderBadgeNames[badge])}
    </Badge>
  );
}
