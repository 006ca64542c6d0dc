import type { TimelineEntry } from '@entrada/contract/insight/timeline';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';
import { disputeStatusNames } from '../display/order-badge.tsx';
import { mailName } from './mail-words.ts';
import { scanSentences } from './scan-words.ts';

/** What happened, in one sentence. */
export function What({ entry, currency }: { entry: TimelineEntry; currency: string }) {
  const { i18n } = useLingui();
  const amount = <Money minor={entry.amount ?? 0} currency={currency} />;
  switch (entry.kind) {
    case 'started':
      return <Trans>Order started</Trans>;
    case 'added_by_hand':
      return <Trans>Added by hand</Trans>;
    case 'payment_started':
      return <Trans>Payment started</Trans>;
    case 'payment_processing':
      return <Trans>The bank is checking the payment</Trans>;
    case 'payment_failed':
      return <Trans>Payment failed</Trans>;
    case 'payment_cancelled':
      return <Trans>Payment given up</Trans>;
    case 'completed_free':
      return <Trans>Order completed</Trans>;
    case 'completed_paid':
      return <Trans>Order paid</Trans>;
    case 'completed_late':
      return <Trans>Order paid late, while its places were still free</Trans>;
    case 'offline_chosen':
      return <Trans>The buyer chose to pay without a card</Trans>;
    case 'completed_offline':
      return <Trans>Marked as paid</Trans>;
    case 'offline_unpaid':
      return <Trans>Not paid in time; the order was cancelled</Trans>;
    case 'refund_by_hand':
      return <Trans>Refund of {amount} noted</Trans>;
    case 'expired':
      return <Trans>Time ran out; the places went back on sale</Trans>;
    case 'left':
      return <Trans>The buyer left the order</Trans>;
    case 'replaced':
      return <Trans>The buyer chose other tickets</Trans>;
    case 'paid_too_late':
      return <Trans>Paid too late; the places were gone</Trans>;
    case 'cancelled':
      return <Trans>Order cancelled</Trans>;
    case 'attendees_cancelled':
      return <Plural value={entry.count ?? 0} one="# ticket cancelled" other="# tickets cancelled" />;
    case 'resent':
      return <Trans>Tickets sent again</Trans>;
    case 'reactivated':
      return <Trans>Order made valid again</Trans>;
    case 'attendees_reactivated':
      return (
        <Plural value={entry.count ?? 0} one="# ticket made valid again" other="# tickets made valid again" />
      );
    case 'email_corrected':
      return <Trans>The buyer corrected the email address</Trans>;
    case 'buyer_changed':
      return <Trans>Buyer changed</Trans>;
    case 'answers_changed':
      return <Trans>Answers changed</Trans>;
    case 'attendee_answers_changed':
      return <Trans>Answers of an attendee changed</Trans>;
    case 'attendee_corrected':
      return <Trans>Data of an attendee corrected</Trans>;
    case 'ticket_passed_on':
      return <Trans>Ticket passed on to another person</Trans>;
    case 'ticket_passed_on_by_buyer':
      return <Trans>The buyer passed a ticket on to another person</Trans>;
    case 'ticket_taken_back':
      return <Trans>The buyer took a ticket back; the other code is invalid</Trans>;
    case 'attendee_named':
      return <Trans>The buyer filled in or corrected an attendee</Trans>;
    case 'link_renewed':
      return <Trans>The buyer made a new link; the old one is invalid</Trans>;
    case 'code_reissued':
      return <Trans>New code for a ticket; the old one is invalid</Trans>;
    case 'attendee_moved':
      return <Trans>Attendee moved to another ticket; the old code is invalid</Trans>;
    case 'adjustment_paid':
      return <Trans>Difference of {amount} marked as paid</Trans>;
    case 'adjustment_waived':
      return <Trans>Difference of {amount} waived</Trans>;
    case 'refund_requested':
      return <Trans>The buyer asked for {amount} back</Trans>;
    case 'refund_request_approved':
      return <Trans>Approved what the buyer asked for</Trans>;
    case 'refund_request_declined':
      return <Trans>Declined what the buyer asked for</Trans>;
    case 'refund_request_settled':
      return <Trans>Nothing left to answer of what the buyer asked for</Trans>;
    case 'refund_request_reopened':
      return <Trans>The refund failed, so what the buyer asked for is open again</Trans>;
    case 'refund_opened':
      return <Trans>Refund of {amount} started</Trans>;
    case 'refund_learned':
      return <Trans>Refund of {amount} made at the payment provider</Trans>;
    case 'refund_succeeded':
      return <Trans>{amount} refunded</Trans>;
    case 'refund_failed':
      return <Trans>Refund of {amount} failed</Trans>;
    case 'dispute_opened':
      return <Trans>Dispute over {amount} opened</Trans>;
    case 'dispute_changed': {
      const status = entry.disputeStatus ? i18n._(disputeStatusNames[entry.disputeStatus]) : '';
      return <Trans>Dispute: {status}</Trans>;
    }
    case 'dispute_dismissed':
      return <Trans>Tickets left valid after the lost dispute</Trans>;
    case 'credit_note_issued': {
      const number = entry.document ?? '';
      return (
        <Trans>
          Credit note {number} over {amount} issued
        </Trans>
      );
    }
    case 'invoice_issued': {
      const number = entry.document ?? '';
      return (
        <Trans>
          Invoice {number} over {amount} issued
        </Trans>
      );
    }
    case 'invoice_details_changed':
      return entry.by ? (
        <Trans>Invoice details changed</Trans>
      ) : (
        <Trans>The buyer changed the invoice details</Trans>
      );
    case 'mail': {
      const name = i18n._(mailName(entry.mail?.kind ?? ''));
      return <Trans>Email: {name}</Trans>;
    }
    case 'scan':
      return i18n._(scanSentences[entry.scan?.verdict ?? 'unknown']);
    case 'note_added':
      return <Trans>Note added</Trans>;
    case 'note_changed':
      return <Trans>Note changed</Trans>;
    case 'note_deleted':
      return <Trans>Note deleted</Trans>;
    case 'note_restored':
      return <Trans>Note brought back</Trans>;
  }
}
