import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { eventPath } from '../kit/data/event.ts';
import { Menu } from '../kit/menus/menu.tsx';
import { askResend } from '../kit/resends/ask-resend.tsx';
import { type MailAbout, SentMails } from '../kit/timeline/sent-mails.tsx';
import type { OrderView } from './api.ts';

type OrderMailsProps = {
  view: OrderView;
  eventId: number;
  timezone: string;
  mayEdit: boolean;
  /** Corrects the buyer's address; null if it is edited already. */
  correct: (() => void) | null;
};

/** What was mailed about an order. Mails with tickets can be sent again. */
export function OrderMails({ view: { order }, eventId, timezone, mayEdit, correct }: OrderMailsProps) {
  const { reference } = order;
  const isLive = mayEdit && (order.isCompleted || order.offline?.isAwaited);
  const menu = (mail: MailAbout) => {
    const ofOrder = mail.kind === 'order_confirmation' || mail.kind === 'order_awaiting_payment';
    const holder = mail.kind === 'attendee_ticket' && order.isCompleted ? mail.attendee : null;
    if (!isLive || !(ofOrder || holder)) return null;
    const name = holder?.name;
    return (
      <Menu.Item
        leftSection={<IconMail size={18} stroke={1.75} />}
        onClick={() =>
          askResend(
            { eventId, orderId: order.id, attendeeId: holder?.id ?? null, email: mail.to },
            holder ? (
              <Trans>Send the ticket of {name} again?</Trans>
            ) : (
              <Trans>
                Send order <span className="reference">{reference}</span> again?
              </Trans>
            ),
          )
        }
      >
        <Trans>Send again</Trans>
      </Menu.Item>
    );
  };
  const mend = (mail: MailAbout) => {
    if (!mayEdit) return null;
    const words = mail.bounced ? <Trans>Correct and resend</Trans> : <Trans>Correct the address</Trans>;
    if (mail.to.toLowerCase() === order.buyer.email.toLowerCase())
      return order.mayChangeBuyer && correct ? (
        <Button size="xs" onClick={correct}>
          {words}
        </Button>
      ) : null;
    // The address of a holder is corrected with the ticket.
    return mail.attendee && order.isCompleted ? (
      <Button size="xs" component={Link} to={`${eventPath(eventId, 'attendees')}?drawer=${mail.attendee.id}`}>
        {words}
      </Button>
    ) : null;
  };
  return <SentMails of={{ eventId, orderId: order.id }} timezone={timezone} menu={menu} mend={mend} />;
}
