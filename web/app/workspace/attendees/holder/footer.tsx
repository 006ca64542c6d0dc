import { personName } from '@entrada/contract/accounts/person-name';
import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconMail, IconTicketOff } from '@tabler/icons-react';
import { useCancellation } from '../../kit/cancellations/use-cancellation.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { askResend } from '../../kit/resends/ask-resend.tsx';
import styles from './holder.module.css';

/** Cancels the ticket or makes it valid again, and mails it once more. */
export function HolderFooter({ attendee }: { attendee: AttendeeDetail }) {
  const { id: eventId } = useEvent();
  const { askCancel, askReactivate, mayReactivate, isBusy } = useCancellation(eventId);
  const { order, status } = attendee;
  const name = personName(attendee);
  // An order that was never complete is cancelled as a whole, in the order.
  if (!order.wasComplete || (status === 'cancelled' && !mayReactivate)) return null;
  const ticket = {
    orderId: order.id,
    reference: order.reference,
    ticket: { attendeeId: attendee.id, name },
    count: 1,
    hasMoney: attendee.unitTotal > 0 && order.hasMoney,
    email: order.buyer.email,
  };
  return (
    <footer className={styles.footer} data-bottom-bar>
      {status === 'cancelled' ? (
        <Button variant="ink" disabled={isBusy} onClick={() => askReactivate(ticket)}>
          <Trans>Make valid again</Trans>
        </Button>
      ) : (
        <>
          <Button
            variant="danger"
            className={styles.first ?? ''}
            leftSection={<IconTicketOff size={18} stroke={1.75} />}
            disabled={isBusy}
            onClick={() => askCancel(ticket)}
          >
            <Trans>Cancel ticket</Trans>
          </Button>
          <Button
            variant="ink"
            leftSection={<IconMail size={18} stroke={1.75} />}
            onClick={() =>
              askResend(
                { eventId, orderId: order.id, attendeeId: attendee.id, email: attendee.email },
                <Trans>Send the ticket of {name} again?</Trans>,
              )
            }
          >
            <Trans>Send again</Trans>
          </Button>
        </>
      )}
    </footer>
  );
}
