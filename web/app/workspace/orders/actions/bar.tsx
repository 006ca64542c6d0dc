import { personName } from '@entrada/contract/accounts/person-name';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFileText, IconLink, IconMail, IconPencil } from '@tabler/icons-react';
import { CheckInItems } from '../../kit/check-in/items.tsx';
import { useCheckIn } from '../../kit/check-in/use-check-in.tsx';
import { useSession } from '../../kit/data/session.ts';
import { useFocusBack } from '../../kit/dialogs/use-inline-form.ts';
import { LateMenu } from '../../kit/display/late-menu.tsx';
import { useEventActions } from '../../kit/event-actions/provider.tsx';
import { Menu } from '../../kit/menus/menu.tsx';
import { MessageItem } from '../../kit/messages/begin.tsx';
import { askResend } from '../../kit/resends/ask-resend.tsx';
import type { OrderView } from '../api.ts';
import styles from '../drawer.module.css';
import { buyerPath, PageItems } from './page-items.tsx';

const SYMBOL = { size: 18, stroke: 1.75 };

type OrderBarProps = {
  view: OrderView;
  eventId: number;
  mayEdit: boolean;
  /** Whether the buyer is edited. */
  isEdited: boolean;
  onEdit: () => void;
};

/** What can be done with an order besides money and places: its buyer, the buyer's own page, the invoice, printing. */
export function OrderBar({ view: { order, money }, eventId, mayEdit, isEdited, onEdit }: OrderBarProps) {
  const { t } = useLingui();
  const { copyLink } = useEventActions();
  const checkIn = useCheckIn(eventId);
  const edit = useFocusBack<HTMLButtonElement>(isEdited);
  const mayCheckIn = useSession().may('check-in.manage');
  const { reference, buyer, shortId } = order;
  const invoices = order.documents.filter(({ kind }) => kind === 'invoice');
  // Several are listed below with what each is about.
  const only = invoices.length === 1 ? invoices[0] : undefined;
  const valid = money.attendees.filter(({ status }) => status === 'active');
  return (
    <div className={styles.bar}>
      {mayEdit && order.mayChangeBuyer && (
        <Button leftSection={<IconPencil {...SYMBOL} />} ref={edit} disabled={isEdited} onClick={onEdit}>
          <Trans>Edit buyer</Trans>
        </Button>
      )}
      <Button
        leftSection={<IconLink {...SYMBOL} />}
        onClick={() => void copyLink(buyerPath(eventId, shortId))}
      >
        <Trans>Copy link</Trans>
      </Button>
      {only && (
        <Button
          component="a"
          href={`/api/events/${eventId}/orders/${order.id}/${documentPath(only)}`}
          download
          leftSection={<IconFileText {...SYMBOL} />}
        >
          <Trans>Invoice</Trans>
        </Button>
      )}
      <LateMenu label={t`Actions for order ${reference}`} width={240}>
        {mayEdit && order.offline?.isAwaited && (
          <Menu.Item
            leftSection={<IconMail {...SYMBOL} />}
            onClick={() =>
              askResend(
                { eventId, orderId: order.id, attendeeId: null, email: buyer.email },
                <Trans>
                  Send order <span className="reference">{reference}</span> again?
                </Trans>,
              )
            }
          >
            <Trans>Send again</Trans>
          </Menu.Item>
        )}
        {order.completedAt && <MessageItem to="buyers" id={order.id} />}
        <PageItems eventId={eventId} shortId={shortId} hasCopy={false} />
        {mayCheckIn && order.isCompleted && valid.length > 0 && (
          <CheckInItems
            eventId={eventId}
            label={<Trans>Check in all</Trans>}
            people={valid.map((one) => ({ id: one.id, name: personName(one) }))}
            actions={checkIn}
          />
        )}
      </LateMenu>
    </div>
  );
}
