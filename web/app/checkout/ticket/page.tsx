import { personName } from '@entrada/contract/accounts/person-name';
import { addressLine } from '@entrada/contract/words/address';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { formatEventDays, formatTime, timesOf } from '../../platform/i18n/format.ts';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { titleFont } from '../../platform/styles/fonts.ts';
import { CoverImage } from '../../ui/brand/cover-image.tsx';
import { Stub } from '../../ui/brand/stub.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { CalendarMenu } from '../../ui/buttons/calendar-menu.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { cx } from '../../ui/class-names.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { Space } from '../../ui/space.tsx';
import { contactOf, WriteTo } from '../../ui/write-to.tsx';
import { TicketError } from '../parts/order-message.tsx';
import { ticketPath } from '../parts/paths.ts';
import { QrCode } from '../parts/qr-code.tsx';
import { loadTicket as loader } from './load-ticket.server.ts';
import styles from './page.module.css';

export { loader };

export const links = titleFont;

export default function TicketPage() {
  const { ticket, event, code, baseUrl, isUnopened } = useLoaderData<typeof loader>();
  const { i18n, t } = useLingui();
  const { locale } = i18n;
  const { location, organizer } = event;
  const address = sideBySide([location.venueName, addressLine(location, locale)], locale);
  const times = timesOf(event, ticket);
  const time = formatTime(times.startsAt, { locale, timezone: event.timezone });
  const zone = timeZoneLabel(i18n, times.startsAt, event.timezone);
  useEffect(() => {
    // A person looks at it. Programs that check the links of mails do not run this.
    if (isUnopened) fetch(`/api/public/tickets/${ticket.shortId}/opened`, { method: 'POST' }).catch(() => {});
  }, [isUnopened, ticket.shortId]);
  return (
    <div className={styles.page}>
      <title>{`${t`Your ticket`} · ${event.title}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className={styles.header}>
        <a href={`/${organizer.slug}`}>{organizer.name}</a>
        <LanguageMenu isShort />
      </header>
      <main className={styles.main}>
        <Stub
          className={styles.stub ?? ''}
          main={
            <>
              {event.cover && (
                <CoverImage
                  cover={event.cover}
                  alt=""
                  sizes="(max-width: 440px) 100vw, 408px"
                  className={styles.art}
                  isFirst
                />
              )}
              <div className={styles.facts}>
                <h1>{event.title}</h1>
                <dl>
                  <div>
                    <dt>
                      <Trans>Date</Trans>
                    </dt>
                    <dd className="num">{formatEventDays(times, locale)}</dd>
                  </div>
                  <div>
                    <dt>
                      <Trans>Start</Trans>
                    </dt>
                    <dd className="num">
                      <Trans>
                        {time}, {zone}
                      </Trans>
                    </dd>
                  </div>
                  <div>
                    <dt>
                      <Trans>Place</Trans>
                    </dt>
                    <dd>{location.isOnline ? <Trans>Online event</Trans> : location.venueName || address}</dd>
                  </div>
                  <div>
                    <dt>
                      <Trans>Ticket</Trans>
                    </dt>
                    <dd>{sideBySide([ticket.ticketName, ticket.priceLabel], locale)}</dd>
                  </div>
                </dl>
                {location.onlineDetails && (
                  <p className={styles.online}>
                    <LinkedText text={location.onlineDetails} />
                  </p>
                )}
              </div>
            </>
          }
          end={
            <div className={styles.code}>
              {code ? (
                <QrCode code={code} size={224} reference={ticket.reference} />
              ) : (
                <Note tone={event.isCalledOff || ticket.status === 'cancelled' ? 'error' : 'attn'}>
                  {event.isCalledOff ? (
                    <Trans>{organizer.name} has called this event off. This ticket opens no door.</Trans>
                  ) : ticket.status === 'cancelled' ? (
                    <Trans>This ticket was cancelled and no longer opens the door.</Trans>
                  ) : (
                    <Trans>This ticket is waiting for its payment. It opens the door once it is paid.</Trans>
                  )}
                </Note>
              )}
              <p className={cx('name-face', styles.name)}>{personName(ticket)}</p>
              <p className={`reference ${styles.reference}`}>{ticket.reference}</p>
            </div>
          }
        />
        <div className={styles.actions}>
          {!event.isCalledOff && (
            <CalendarMenu
              event={times}
              file={
                ticket.status === 'active' ? `/api/public/tickets/${ticket.shortId}/calendar.ics` : undefined
              }
              url={new URL(event.path, baseUrl).href}
              place={address}
              look={{ size: 'xl', block: true }}
            />
          )}
          <a
            className={buttonClass({ size: 'xl', block: true })}
            href={`${ticketPath(event.id, ticket.shortId)}/print`}
          >
            <IconPrinter size={20} stroke={1.75} aria-hidden="true" />
            <Trans>Print</Trans>
          </a>
        </div>
        {contactOf(event) && (
          <p className={styles.help}>
            <Trans>Something wrong?</Trans>
            <Space />
            <WriteTo event={event}>
              <Trans>Write to {organizer.name}</Trans>
            </WriteTo>
          </p>
        )}
      </main>
    </div>
  );
}

export const ErrorBoundary = TicketError;
