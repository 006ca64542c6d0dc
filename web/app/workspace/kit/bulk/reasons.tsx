import type { BulkReason } from '@entrada/contract/sales/bulk/jobs';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import styles from './bulk.module.css';

/** Why a row was left as it is, in a few words. */
const reasonWords: Record<BulkReason, MessageDescriptor> = {
  ORDER_CANCELLED: msg`The order is cancelled`,
  ORDER_EXPIRED: msg`The order was never completed`,
  ORDER_NOT_COMPLETE: msg`The order is not complete yet`,
  ATTENDEE_CANCELLED: msg`The ticket is cancelled`,
  TICKET_AWAITS_NAME: msg`The buyer has not said yet who comes`,
  NOT_ENOUGH_LEFT: msg`The place is taken by somebody else`,
  PROMO_CODE_USED_UP: msg`The promo code is used up`,
  ORDER_IS_MANUAL: msg`Added by hand, so there is no payment to refund`,
  ORDER_NOT_PAID_ONLINE: msg`Nothing was paid online`,
  PAYMENTS_NOT_SET_UP: msg`Its payment provider is not connected`,
  PAYMENT_DISPUTED: msg`The buyer’s bank is deciding a dispute`,
  REFUND_PENDING: msg`A refund is under way`,
  REFUND_ABOVE_REMAINING: msg`Nothing, or too little, is left to refund`,
  REFUND_NOTHING_DUE: msg`The ticket was free`,
  ATTENDEE_ALREADY_REFUNDED: msg`The ticket is refunded already`,
  PAID_BY_HAND: msg`Paid without a card: send the money yourself, then note the refund`,
  NO_EMAIL: msg`No email address is on record`,
  BOUNCED_TWICE: msg`Earlier emails to this address bounced`,
  ALREADY_VALID: msg`It is valid again already`,
  CHANGED_SINCE: msg`Changed since the import`,
  ALREADY_IN: msg`Already checked in`,
  NOT_IN: msg`Not checked in any more`,
  EVENT_CALLED_OFF: msg`The event is called off`,
  WRONG_DAY: msg`The ticket is for another day`,
  WRONG_TICKET: msg`The list does not admit this ticket`,
  AWAITING_PAYMENT: msg`The ticket is not paid yet`,
  LIST_CLOSED: msg`The check-in list is closed`,
  FAILED: msg`Something failed on the server`,
};

/** Says why a row was left as it is. */
export function useReasonWords(): (code: BulkReason) => string {
  const { i18n } = useLingui();
  return (code) => i18n._(reasonWords[code]);
}

/** Why rows were left as they are, and how many for each reason. */
export function ReasonList({ reasons }: { reasons: readonly { code: BulkReason; count: number }[] }) {
  const { t, i18n } = useLingui();
  const say = useReasonWords();
  if (reasons.length === 0) return null;
  return (
    <div className={styles.reasons}>
      <p>{t`Left as they are`}</p>
      <ul>
        {reasons.map(({ code, count }) => (
          <li key={code}>
            <b>{formatCount(count, i18n.locale)}</b> {say(code)}
          </li>
        ))}
      </ul>
    </div>
  );
}
