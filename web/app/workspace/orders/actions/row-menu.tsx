import type { OrderBadge, OrderRow } from '@entrada/contract/sales/orders';
import { Trans } from '@lingui/react/macro';
import { IconMail } from '@tabler/icons-react';
import { useEvent } from '../../kit/data/event.ts';
import { Menu } from '../../kit/menus/menu.tsx';
import { MessageItem } from '../../kit/messages/begin.tsx';
import { askResend } from '../../kit/resends/ask-resend.tsx';
import { PageItems } from './page-items.tsx';

/** The badges of orders whose tickets, or how to pay, can be mailed. */
const LIVE: readonly OrderBadge[] = [
  'COMPLETED',
  'PARTIALLY_REFUNDED',
  'REFUND_PENDING',
  'REFUND_FAILED',
  'AWAITING_OFFLINE_PAYMENT',
];

/** What the menu of a row offers: mail the order again, and the buyer's own page. */
export function OrderRowMenu({ order, mayEdit }: { order: OrderRow; mayEdit: boolean }) {
  const { id: eventId } = useEvent();
  const { reference } = order;
  return (
    <>
      {mayEdit && LIVE.includes(order.badge) && (
        <Menu.Item
          leftSection={<IconMail size={18} stroke={1.75} />}
          onClick={() =>
            askResend(
              { eventId, orderId: order.id, attendeeId: null, email: order.email },
              <Trans>
                Send order <span className="reference">{reference}</span> again?
              </Trans>,
            )
          }
        >
          <Trans>Send again</Trans>
        </Menu.Item>
      )}
      {LIVE.includes(order.badge) && <MessageItem to="buyers" id={order.id} />}
      <PageItems eventId={eventId} shortId={order.shortId} />
    </>
  );
}
