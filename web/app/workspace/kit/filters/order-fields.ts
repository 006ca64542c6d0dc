import { DISPUTE_STATUSES } from '@entrada/contract/sales/disputes';
import {
  ATTENTION_KINDS,
  type AttentionKind,
  ORDER_BADGES,
  ORDER_PAYMENT_METHODS,
  type OrderPaymentMethod,
} from '@entrada/contract/sales/orders';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEvent } from '../data/event.ts';
import { useTicketNames } from '../data/ticket-names.ts';
import { disputeStatusNames, orderBadgeNames } from '../display/order-badge.tsx';
import type { ListControls } from '../list/use-list.ts';
import { useAffiliateFilter } from './affiliate-field.ts';
import type { FilterField } from './fields.ts';

const attentionNames: Record<AttentionKind, MessageDescriptor> = {
  dispute: msg`Dispute to answer`,
  lost_dispute: msg`Dispute lost, tickets still valid`,
  refund_failed: msg`Refund failed`,
  payment_unclear: msg`Payment that does not fit`,
  refund_requested: msg`Refund asked for`,
  mail_bounced: msg`Emails bounced`,
  payment_failed: msg`Payment failed, nothing bought since`,
  transfer_due: msg`Payment without a card, due soon`,
};

const methodNames: Record<OrderPaymentMethod, MessageDescriptor> = {
  card: msg`Card`,
  test_bank: msg`Test bank`,
  offline: msg`Without a card`,
  free: msg`Free`,
};

/** The filters of the list of orders. */
export function useOrderFilters(list: Pick<ListControls, 'filterValue'>): FilterField[] {
  const { t, i18n } = useLingui();
  const { id, timezone, currency } = useEvent();
  const affiliates = useAffiliateFilter(id, list.filterValue('affiliate_id'));
  const tickets = useTicketNames(id);
  const options = <Value extends string>(values: readonly Value[], names: Record<Value, MessageDescriptor>) =>
    values.map((value) => ({ value, label: i18n._(names[value]) }));
  const choice = { operator: 'in', canExclude: true } as const;
  return [
    { field: 'status', label: t`Status`, ...choice, options: options(ORDER_BADGES, orderBadgeNames) },
    {
      field: 'attention',
      label: t`Needs attention`,
      operator: 'in',
      options: options(ATTENTION_KINDS, attentionNames),
    },
    { kind: 'days', field: 'created_at', label: t`Bought`, timezone },
    { kind: 'days', field: 'completed_at', label: t`Sale completed`, timezone },
    { kind: 'amount', field: 'total', label: t`Total`, currency },
    {
      field: 'payment_method',
      label: t`Payment method`,
      ...choice,
      options: options(ORDER_PAYMENT_METHODS, methodNames),
    },
    {
      field: 'ticket_id',
      label: t`Ticket`,
      ...choice,
      isWhole: tickets.length > 0,
      options: tickets.map((ticket) => ({ value: String(ticket.id), label: ticket.name })),
    },
    { kind: 'text', field: 'promo_code', label: t`Promo code` },
    {
      field: 'dispute',
      label: t`Dispute`,
      ...choice,
      options: options(DISPUTE_STATUSES, disputeStatusNames),
    },
    ...affiliates,
  ];
}
