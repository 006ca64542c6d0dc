import { personName } from '@entrada/contract/accounts/person-name';
import type { GuestRow } from '@entrada/contract/sales/guests/list';
import { Trans } from '@lingui/react/macro';
import { IconMail, IconPencil, IconReceipt, IconTicket, IconTicketOff, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Cancellable, useCancellation } from '../../kit/cancellations/use-cancellation.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { useMayEdit } from '../../kit/data/use-may-edit.ts';
import { Menu } from '../../kit/menus/menu.tsx';
import { askResend } from '../../kit/resends/ask-resend.tsx';
import type { HolderForm } from '../holder/forms.ts';

export type GuestMenu = {
  open: (attendeeId: number) => void;
  /** Opens a form of the drawer. */
  begin: (form: HolderForm) => void;
};

const SYMBOL = { size: 18, stroke: 1.75 };

/** What can be done with one guest and the companions. Returns the items of the row's menu. */
export function useGuestMenu({ open, begin }: GuestMenu) {
  const { id: eventId } = useEvent();
  const mayEdit = useMayEdit('orders.write');
  const { askCancel, askReactivate, mayReactivate } = useCancellation(eventId);
  return (one: GuestRow) => {
    const isValid = one.state !== 'cancelled';
    const name = personName(one);
    return (
      <>
        <Menu.Item leftSection={<IconUser {...SYMBOL} />} onClick={() => open(one.attendeeId)}>
          <Trans>View guest</Trans>
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`${eventPath(eventId, 'orders')}?drawer=${one.id}`}
          leftSection={<IconReceipt {...SYMBOL} />}
        >
          <Trans>View order</Trans>
        </Menu.Item>
        {mayEdit && isValid && (
          <>
            <Menu.Item
              leftSection={<IconPencil {...SYMBOL} />}
              onClick={() => begin({ attendeeId: one.attendeeId, kind: 'edit' })}
            >
              <Trans>Edit</Trans>
            </Menu.Item>
            <Menu.Item
              leftSection={<IconMail {...SYMBOL} />}
              onClick={() =>
                askResend(
                  { eventId, orderId: one.id, attendeeId: null, email: one.email },
                  <Trans>Send the tickets of {name}?</Trans>,
                )
              }
            >
              {one.state === 'listed' ? <Trans>Send by email</Trans> : <Trans>Send again</Trans>}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="var(--bad-text)"
              leftSection={<IconTicketOff {...SYMBOL} />}
              onClick={() => askCancel(placesOf(one))}
            >
              <Trans>Cancel guest</Trans>
            </Menu.Item>
          </>
        )}
        {mayEdit && mayReactivate && !isValid && (
          <Menu.Item leftSection={<IconTicket {...SYMBOL} />} onClick={() => askReactivate(placesOf(one))}>
            <Trans>Make valid again</Trans>
          </Menu.Item>
        )}
      </>
    );
  };
}

/** The guest alone, or with the companions the whole order. */
const placesOf = (one: GuestRow): Cancellable => ({
  orderId: one.id,
  reference: one.reference,
  ticket: one.plus === 0 ? { attendeeId: one.attendeeId, name: personName(one) } : null,
  count: one.plus + 1,
  hasMoney: one.total > 0,
  email: one.email,
});
