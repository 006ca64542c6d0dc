import { nameParts } from '@entrada/contract/accounts/person-name';
import { addressLine } from '@entrada/contract/words/address';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconScissors } from '@tabler/icons-react';
import { useLoaderData } from 'react-router';
import { formatEventDays, formatTime, timesOf } from '../../platform/i18n/format.ts';
import { timeZoneParts } from '../../platform/i18n/time-zone.ts';
import { CoverImage } from '../../ui/brand/cover-image.tsx';
import { Logo } from '../../ui/brand/logo.tsx';
import { Space } from '../../ui/space.tsx';
import { TicketError } from '../parts/order-message.tsx';
import { PrintDesk } from '../parts/print-desk.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { loadTicket as loader } from './load-ticket.server.ts';
import styles from './print-page.module.css';

export { loader };

export default function TicketPrintPage() {
  const { ticket, event, code, orderReference } = useLoaderData<typeof loader>();
  const { i18n, t } = useLingui();
  const { locale } = i18n;
  const { location, organizer } = event;
  const times = timesOf(event, ticket);
  const zone = timeZoneParts(times.startsAt, { locale, timezone: event.timezone }).names;
  const contact = event.supportEmail || organizer.email;
  return (
    <PrintDesk title={`${ticket.reference} · ${event.title}`}>
      <main className={styles.sheet}>
        {event.cover && (
          <CoverImage cover={event.cover} alt="" sizes="471px" className={styles.art} isFirst />
        )}
        <h1>{event.title}</h1>
        <dl className={styles.facts}>
          <div>
            <dt>{t`Date`}</dt>
            <dd className="num">{formatEventDays(times, locale)}</dd>
          </div>
          <div>
            <dt>{t`Start`}</dt>
            <dd className="num">
              {formatTime(times.startsAt, { locale, timezone: event.timezone })} ({zone})
            </dd>
          </div>
          <div>
            <dt>{t`Place`}</dt>
            <dd>
              {location.isOnline ? t`Online event` : location.venueName}
              {!location.isOnline && <span>{addressLine(location, locale)}</span>}
            </dd>
          </div>
          <div>
            <dt>{t`Organizer`}</dt>
            <dd>{organizer.name}</dd>
          </div>
        </dl>
        <div className={styles.tear} aria-hidden="true">
          <IconScissors size={18} stroke={1.75} />
        </div>
        <div className={styles.bottom}>
          <div>
            <p className={styles.name}>
              {nameParts(ticket).map((part, at) => (
                <span key={at === 0 ? 'above' : 'below'}>{part} </span>
              ))}
            </p>
            <dl>
              <div>
                <dt>{t`Ticket`}</dt>
                <dd>{sideBySide([ticket.ticketName, ticket.priceLabel], locale)}</dd>
              </div>
              <div>
                <dt>{t`Order`}</dt>
                <dd className="reference">{orderReference}</dd>
              </div>
            </dl>
          </div>
          <div className={styles.code}>
            {code ? (
              <QrCode code={code} size={186} reference={ticket.reference} />
            ) : (
              <b>
                {event.isCalledOff ? (
                  <Trans>Event called off</Trans>
                ) : ticket.status === 'cancelled' ? (
                  <Trans>Cancelled</Trans>
                ) : (
                  <Trans>Awaiting payment</Trans>
                )}
              </b>
            )}
            <p className="reference">{ticket.reference}</p>
          </div>
        </div>
        <footer className={styles.foot}>
          <p>
            {code && (
              <Trans>Show the code at the door, on paper or on a phone. Each code opens it once.</Trans>
            )}
            <Space />
            {contact && <Trans>Help: {contact}</Trans>}
          </p>
          <Logo size={18} />
        </footer>
      </main>
    </PrintDesk>
  );
}

export const ErrorBoundary = TicketError;
