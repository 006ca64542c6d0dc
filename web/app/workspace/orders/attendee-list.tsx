import { personName } from '@entrada/contract/accounts/person-name';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMail, IconTicketOff } from '@tabler/icons-react';
import { Money } from '../../ui/money.tsx';
import { useCancellation } from '../kit/cancellations/use-cancellation.tsx';
import { CheckInItems } from '../kit/check-in/items.tsx';
import { useCheckIn } from '../kit/check-in/use-check-in.tsx';
import { useSession } from '../kit/data/session.ts';
import { AttendeeStatus } from '../kit/display/attendee-status.tsx';
import { LateMenu } from '../kit/display/late-menu.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import { askResend } from '../kit/resends/ask-resend.tsx';
import { InParts } from '../kit/windowed/in-parts.tsx';
import { cancellableTicket } from './actions/cancellable.ts';
import type { OrderView } from './api.ts';
import styles from './drawer.module.css';

type AttendeeListProps = { view: OrderView; eventId: number; mayEdit: boolean };
type Attendee = OrderView['money']['attendees'][number];

/** The attendees of an order: what each ticket cost and whether it is still valid at the door. */
export function AttendeeList({ view, eventId, mayEdit }: AttendeeListProps) {
  const { i18n } = useLingui();
  const { money, order } = view;
  // An order that was never complete is cancelled as a whole, for good.
  const mayCancel = mayEdit && order.completedAt !== null;
  if (money.attendees.length === 0) {
    return (
      <p className={styles.quiet}>
        <Trans>Tickets are issued once the order is complete.</Trans>
      </p>
    );
  }
  return (
    <InParts rows={money.attendees}>
      {(shown) => (
        <ul className={styles.rows}>
          {shown.map((one) => (
            <li key={one.id} className={styles.row}>
              <div className={styles.words}>
                <span className={styles.name} data-cancelled={one.status === 'cancelled' || undefined}>
                  {personName(one)}
                </span>
                <span className={styles.detail}>
                  {sideBySide([one.ticketName, one.priceLabel], i18n.locale)}
                  {' · '}
                  <span className="reference">{one.reference}</span>
                </span>
              </div>
              <div className={styles.end}>
                <Money minor={one.unitTotal} currency={money.currency} />
                <AttendeeStatus status={one.status} />
              </div>
              {mayCancel && <TicketMenu view={view} eventId={eventId} attendee={one} />}
            </li>
          ))}
        </ul>
      )}
    </InParts>
  );
}

function TicketMenu({ view, eventId, attendee }: { view: OrderView; eventId: number; attendee: Attendee }) {
  const { t } = useLingui();
  const { askCancel, askReactivate, mayReactivate } = useCancellation(eventId);
  const checkIn = useCheckIn(eventId);
  const mayCheckIn = useSession().may('check-in.manage') && attendee.status === 'active';
  const name = personName(attendee);
  const ticket = cancellableTicket(view, attendee);
  if (attendee.status === 'cancelled' && !mayReactivate) return null;
  return (
    <LateMenu label={t`Actions for ${name}`} width={220}>
      {attendee.status === 'cancelled' ? (
        <Menu.Item onClick={() => askReactivate(ticket)}>
          <Trans>Make valid again</Trans>
        </Menu.Item>
      ) : (
        <>
          <Menu.Item
            leftSection={<IconMail size={18} stroke={1.75} />}
            onClick={() =>
              askResend(
                { eventId, orderId: view.order.id, attendeeId: attendee.id, email: attendee.email },
                <Trans>Send the ticket of {name} again?</Trans>,
              )
            }
          >
            <Trans>Send again</Trans>
          </Menu.Item>
          <Menu.Item
            color="var(--bad-text)"
            leftSection={<IconTicketOff size={18} stroke={1.75} />}
            onClick={() => askCancel(ticket)}
          >
            <Trans>Cancel ticket</Trans>
          </Menu.Item>
          {mayCheckIn && (
            <CheckInItems
              eventId={eventId}
              label={<Trans>Check in</Trans>}
              people={[{ id: attendee.id, name }]}
              actions={checkIn}
            />
          )}
        </>
      )}
    </LateMenu>
  );
}
