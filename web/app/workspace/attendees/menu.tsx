import { personName } from '@entrada/contract/accounts/person-name';
import type { AttendeeRow } from '@entrada/contract/sales/attendees';
import { Trans } from '@lingui/react/macro';
import {
  IconArrowForwardUp,
  IconMail,
  IconPencil,
  IconQrcode,
  IconReceipt,
  IconTicket,
  IconTicketOff,
  IconTransfer,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Cancellable, useCancellation } from '../kit/cancellations/use-cancellation.tsx';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { useMayEdit } from '../kit/data/use-may-edit.ts';
import { Menu } from '../kit/menus/menu.tsx';
import { MessageItem } from '../kit/messages/begin.tsx';
import { askResend } from '../kit/resends/ask-resend.tsx';
import type { HolderForm } from './holder/forms.ts';
import { useReissue } from './holder/use-reissue.tsx';

export type AttendeeMenu = {
  open: (attendeeId: number) => void;
  /** Opens a form of the drawer. */
  begin: (form: HolderForm) => void;
};

const SYMBOL = { size: 18, stroke: 1.75 };

/** What can be done with one attendee. Returns the items of the row's menu. */
export function useAttendeeMenu({ open, begin }: AttendeeMenu) {
  const { id: eventId } = useEvent();
  const mayEdit = useMayEdit('orders.write');
  const { askCancel, askReactivate, mayReactivate } = useCancellation(eventId);
  const reissue = useReissue(eventId);
  const resend = ({ id, order, email }: AttendeeRow, title: ReactNode) =>
    askResend({ eventId, orderId: order.id, attendeeId: id, email }, title);
  return (one: AttendeeRow) => {
    const isValid = mayEdit && one.status === 'active';
    const name = personName(one);
    return (
      <>
        <Menu.Item leftSection={<IconUser {...SYMBOL} />} onClick={() => open(one.id)}>
          <Trans>View attendee</Trans>
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`${eventPath(eventId, 'orders')}?drawer=${one.order.id}`}
          leftSection={<IconReceipt {...SYMBOL} />}
        >
          <Trans>View order</Trans>
        </Menu.Item>
        <MessageItem to="attendees" id={one.id} />
        {mayEdit && one.status !== 'cancelled' && (
          <Menu.Item
            leftSection={<IconPencil {...SYMBOL} />}
            onClick={() => begin({ attendeeId: one.id, kind: 'edit' })}
          >
            <Trans>Edit</Trans>
          </Menu.Item>
        )}
        {isValid && (
          <>
            <Menu.Item
              leftSection={<IconMail {...SYMBOL} />}
              onClick={() => resend(one, <Trans>Send the ticket of {name} again?</Trans>)}
            >
              <Trans>Send again</Trans>
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowForwardUp {...SYMBOL} />}
              onClick={() => begin({ attendeeId: one.id, kind: 'pass-on' })}
            >
              <Trans>Pass on</Trans>
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTransfer {...SYMBOL} />}
              onClick={() => begin({ attendeeId: one.id, kind: 'move' })}
            >
              <Trans>Change ticket</Trans>
            </Menu.Item>
            <Menu.Item leftSection={<IconQrcode {...SYMBOL} />} onClick={() => reissue.ask(one)}>
              <Trans>New code</Trans>
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="var(--bad-text)"
              leftSection={<IconTicketOff {...SYMBOL} />}
              onClick={() => askCancel(ticketOf(one))}
            >
              <Trans>Cancel ticket</Trans>
            </Menu.Item>
          </>
        )}
        {mayEdit && mayReactivate && one.status === 'cancelled' && (
          <Menu.Item leftSection={<IconTicket {...SYMBOL} />} onClick={() => askReactivate(ticketOf(one))}>
            <Trans>Make valid again</Trans>
          </Menu.Item>
        )}
      </>
    );
  };
}

/** The list knows neither the buyer nor the money, so the question says what is true of any ticket. */
const ticketOf = (one: AttendeeRow): Cancellable => ({
  orderId: one.order.id,
  reference: one.order.reference,
  ticket: { attendeeId: one.id, name: personName(one) },
  count: 1,
  hasMoney: true,
  email: null,
});
