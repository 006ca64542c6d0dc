import { personName } from '@entrada/contract/accounts/person-name';
import { addressLine } from '@entrada/contract/words/address';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { formatEventStart } from '../../platform/i18n/event-start.ts';
import { formatDayTime, formatOwnDates } from '../../platform/i18n/format.ts';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { Logo } from '../../ui/brand/logo.tsx';
import { Money } from '../../ui/money.tsx';
import { Space } from '../../ui/space.tsx';
import { Adjustments } from '../parts/adjustments.tsx';
import { loadOrder } from '../parts/load-order.server.ts';
import { EndedOrder, OrderError } from '../parts/order-message.tsx';
import { IncludedTaxes, OrderLines } from '../parts/order-summary.tsx';
import { elsewhere, privateHeaders } from '../parts/paths.ts';
import { PrintDesk } from '../parts/print-desk.tsx';
import styles from './print-page.module.css';

export async function loader(args: LoaderFunctionArgs) {
  const order = await loadOrder(args);
  const path = elsewhere(order, []);
  if (path) throw redirect(path);
  return data({ order }, { headers: privateHeaders });
}

/** The order on A4: a receipt and the list of its tickets. */
export default function OrderPrintPage() {
  const { order } = useLoaderData<typeof loader>();
  const { i18n, t } = useLingui();
  const { locale } = i18n;
  const { event, buyer, currency } = order;
  if (!order.completedAt) return <EndedOrder order={order} />;
  const zoned = { locale, timezone: event.timezone };
  const last4 = order.payment?.cardLast4;
  return (
    <PrintDesk title={`${order.reference} · ${event.title}`}>
      <main className={styles.sheet}>
        <header className={styles.head}>
          <div>
            <p>{event.organizer.name}</p>
            <h1>
              <Trans>
                Order <span className="reference">{order.reference}</span>
              </Trans>
            </h1>
          </div>
          <Logo size={20} />
        </header>
        <dl className={styles.facts}>
          <div>
            <dt>{t`Event`}</dt>
            <dd>
              {event.title}
              <span className="num">
                {sideBySide(
                  [formatEventStart(i18n, event), timeZoneLabel(i18n, event.startsAt, event.timezone)],
                  locale,
                )}
              </span>
              <span>
                {event.location.isOnline
                  ? t`Online event`
                  : sideBySide([event.location.venueName, addressLine(event.location, locale)], locale)}
              </span>
            </dd>
          </div>
          <div>
            <dt>{t`Buyer`}</dt>
            <dd>
              {buyer && personName(buyer)}
              <span>{buyer?.email}</span>
            </dd>
          </div>
          <div>
            <dt>{t`Date of the order`}</dt>
            <dd className="num">{formatDayTime(order.completedAt, zoned)}</dd>
          </div>
          {last4 && (
            <div>
              <dt>{t`Payment`}</dt>
              <dd className="num">
                <Trans>Card ending {last4}</Trans>
              </dd>
            </div>
          )}
        </dl>
        <section className={styles.lines}>
          <OrderLines order={order} />
          <div className={styles.total}>
            <b>{t`Total`}</b>
            <b>
              <Money minor={order.total} currency={currency} />
            </b>
          </div>
          <IncludedTaxes order={order} />
          {order.refundedTotal > 0 && (
            <div className={styles.refund}>
              <span>{t`Refunded`}</span>
              <Money minor={order.refundedTotal} currency={currency} />
            </div>
          )}
          <Adjustments order={order} />
        </section>
        {order.tickets.length > 0 && (
          <table className={styles.tickets}>
            <caption>{t`Tickets`}</caption>
            <thead>
              <tr>
                <th scope="col">{t`Number`}</th>
                <th scope="col">{t`Name`}</th>
                <th scope="col">{t`Ticket`}</th>
              </tr>
            </thead>
            <tbody>
              {order.tickets.map((ticket) => (
                <tr key={ticket.shortId}>
                  <td className="reference">{ticket.reference}</td>
                  <td>{personName(ticket)}</td>
                  <td>
                    {sideBySide(
                      [ticket.ticketName, ticket.priceLabel, formatOwnDates(ticket, zoned)],
                      locale,
                    )}
                    {ticket.status === 'cancelled' && (
                      <>
                        <Space />
                        <Trans>(cancelled)</Trans>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </main>
    </PrintDesk>
  );
}

export const ErrorBoundary = OrderError;
