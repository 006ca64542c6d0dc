import { Trans } from '@lingui/react/macro';
import { Note } from '../../ui/notices/note.tsx';

/**
 * Why the last attempt failed, whether money may have moved, and what to do. `unconfirmed` means that no answer
 * arrived.
 */
export function PaymentFailure({ failure }: { failure: string | null }) {
  if (!failure) return null;
  return (
    <Note tone="error" announce>
      <Words failure={failure} />
    </Note>
  );
}

function Words({ failure }: { failure: string }) {
  switch (failure) {
    case 'insufficient_funds':
      return (
        <Trans>
          <b>There is not enough money on this card.</b> Pay with another card. Your order is still held.
        </Trans>
      );
    case 'expired_card':
      return (
        <Trans>
          <b>This card has expired.</b> Pay with another card. Your order is still held.
        </Trans>
      );
    case 'incorrect_cvc':
      return (
        <Trans>
          <b>The security code is not right.</b> Check it and pay again. Your order is still held.
        </Trans>
      );
    case 'authentication_failed':
      return (
        <Trans>
          <b>Your bank could not confirm that it is you.</b> Nothing was charged. Pay again or use another
          card. Your order is still held.
        </Trans>
      );
    case 'left_confirmation':
      return (
        <Trans>
          <b>The payment was not confirmed with your bank.</b> Nothing was charged. Pay again when you are
          ready. Your order is still held.
        </Trans>
      );
    case 'processing_error':
      return (
        <Trans>
          <b>The bank could not process the payment.</b> Nothing was charged. Try again in a moment. Your
          order is still held.
        </Trans>
      );
    case 'unconfirmed':
      return (
        <Trans>
          <b>The payment could not be confirmed.</b> Check your connection and press Pay again; you will not
          be charged twice. Your order is still held.
        </Trans>
      );
    default:
      return (
        <Trans>
          <b>The bank declined this card.</b> Check the number and the security code, or pay another way. Your
          order is still held.
        </Trans>
      );
  }
}
