import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { dropDetails } from '../../platform/details-draft.ts';
import { RouteError } from '../../platform/route-error.tsx';
import { Logo } from '../../ui/brand/logo.tsx';
import { OrganizerTheme } from '../../ui/brand/organizer-theme.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { ClosedDoor } from '../../ui/notices/closed-door.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import { WriteTo } from '../../ui/write-to.tsx';
import { HoldAgain } from '../again/hold-again.tsx';
import styles from './order-message.module.css';
import { orderPath } from './paths.ts';

/** A whole page for an order that cannot continue: what happened, what is safe, and a link to continue. */
function Message(props: { order: BuyerOrder | null; title: string; children: ReactNode; action: ReactNode }) {
  const { order, title, children, action } = props;
  useEffect(dropDetails, []);
  return (
    <OrganizerTheme colors={order?.event.colors ?? null}>
      <title>{`${title} · ${order?.event.title ?? 'Entrada'}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className={styles.header}>
        {order ? <a href={order.event.path}>{order.event.title}</a> : <Logo />}
      </header>
      <main className={styles.main}>
        <ClosedDoor className={styles.door} />
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{children}</p>
          <div className={styles.actions}>{action}</div>
        </div>
      </main>
      <PublicFooter width={1080} />
    </OrganizerTheme>
  );
}

/** The message for an order whose checkout is over. It is the same for every requested step. */
export function EndedOrder({ order }: { order: BuyerOrder }) {
  const { t } = useLingui();
  const { step, reference } = order;
  const organizer = order.event.organizer.name;
  const again = (
    <a className={buttonClass({ variant: 'primary', size: 'xl' })} href={order.event.path}>
      <Trans>Start a new order</Trans>
    </a>
  );
  const event = (
    <a className={buttonClass({ variant: 'primary', size: 'xl' })} href={order.event.path}>
      <Trans>View the event</Trans>
    </a>
  );
  const view = (
    <a className={buttonClass({ variant: 'primary', size: 'xl' })} href={orderPath(order)}>
      <Trans>View your order</Trans>
    </a>
  );
  if (order.event.isCalledOff && !order.completedAt && !order.offline) {
    return (
      <Message order={order} title={t`This event was called off.`} action={event}>
        {step === 'refunded' ? (
          <Trans>Your payment goes back the way it came, all of it. That can take a few days.</Trans>
        ) : (
          <Trans>Your order is no longer held. If you have just paid, all of it goes back by itself.</Trans>
        )}
      </Message>
    );
  }
  if (step === 'summary' && order.offline) {
    return (
      <Message order={order} title={t`This order waits for its payment.`} action={view}>
        <Trans>
          Order <span className="reference">{reference}</span> is reserved, and its page says how and until
          when to pay. Nothing was charged.
        </Trans>
      </Message>
    );
  }
  if (step === 'summary') {
    return (
      <Message order={order} title={t`This order is already complete.`} action={view}>
        <Trans>
          Nothing was charged a second time for order <span className="reference">{reference}</span>.
        </Trans>
      </Message>
    );
  }
  if (step === 'refunded') {
    return (
      <Message order={order} title={t`This order was refunded.`} action={view}>
        {order.completedAt ? (
          <Trans>The money goes back the way it came, which can take a few days.</Trans>
        ) : (
          <Trans>
            Your payment arrived after the time to pay had ended, and what you chose was no longer available.
            All of it goes back the way it came, which can take a few days.
          </Trans>
        )}
      </Message>
    );
  }
  if (step === 'cancelled') {
    return (
      <Message
        order={order}
        title={t`This order was cancelled.`}
        action={
          <>
            {again}
            {order.completedAt && (
              <a className={buttonClass({ variant: 'default', size: 'xl' })} href={orderPath(order)}>
                <Trans>View your order</Trans>
              </a>
            )}
          </>
        }
      >
        {order.completedAt ? (
          <Trans>Nothing in it is valid any more.</Trans>
        ) : order.endedReason === 'offline_unpaid' ? (
          <Trans>
            The payment did not arrive in time. If you have paid already,{' '}
            <WriteTo event={order.event}>write to {organizer}</WriteTo>.
          </Trans>
        ) : order.endedReason === 'replaced' ? (
          <Trans>You chose something else instead. Nothing was charged.</Trans>
        ) : order.endedReason === 'cancelled' ? (
          <Trans>
            If you have paid already, <WriteTo event={order.event}>write to {organizer}</WriteTo>.
          </Trans>
        ) : (
          <Trans>Your order is no longer held. Nothing was charged.</Trans>
        )}
      </Message>
    );
  }
  if (step === 'failed') {
    return (
      <Message order={order} title={t`The payment failed.`} action={<HoldAgain order={order} />}>
        <Trans>Your order is no longer held. Nothing was charged.</Trans>
      </Message>
    );
  }
  return (
    <Message order={order} title={t`This order expired.`} action={<HoldAgain order={order} />}>
      <Trans>The time to finish it ran out, and it is no longer held. Nothing was charged.</Trans>
    </Message>
  );
}

/** The error page of checkout and order addresses. A 404 means that the order no longer exists, a 410 that its buyer made a new link. */
export function OrderError() {
  const { t } = useLingui();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 410) {
    return (
      <NoPage title={t`This order has a new link.`}>
        <Trans>It was sent to the email address of the order. The link that was here no longer works.</Trans>
      </NoPage>
    );
  }
  return (
    <Missing title={t`This order no longer exists.`}>
      <Trans>The link may be incomplete. The one in your confirmation email always works.</Trans>
    </Missing>
  );
}

/** The error page of ticket addresses. A 410 means that the ticket has a new code and another address. */
export function TicketError() {
  const { t } = useLingui();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 410) {
    return (
      <NoPage title={t`This ticket was replaced.`}>
        <Trans>
          It has a new code now, which was sent to its holder. The code that was here no longer opens the
          door.
        </Trans>
      </NoPage>
    );
  }
  return (
    <Missing title={t`There is no such ticket.`}>
      <Trans>The link may be incomplete. The one in the email with your ticket always works.</Trans>
    </Missing>
  );
}

/** What a 404 shows. Any other error gets the general page. */
function Missing({ title, children }: { title: string; children: ReactNode }) {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <RouteError />;
  return <NoPage title={title}>{children}</NoPage>;
}

function NoPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Message
      order={null}
      title={title}
      action={
        <>
          <a className={buttonClass({ variant: 'primary', size: 'xl' })} href="/tickets/find">
            <Trans>Find my tickets</Trans>
          </a>
          <a className={buttonClass({ variant: 'default', size: 'xl' })} href="/event">
            <Trans>Find an event</Trans>
          </a>
        </>
      }
    >
      {children}
    </Message>
  );
}
