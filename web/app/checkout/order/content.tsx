import { personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { OrderDocument } from '@entrada/contract/sales/invoices/documents';
import { documentPath } from '@entrada/contract/sales/invoices/paths';
import { addressLine } from '@entrada/contract/words/address';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconFileInvoice, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatEventStart } from '../../platform/i18n/event-start.ts';
import { formatDayTime, timesOf } from '../../platform/i18n/format.ts';
import type { QrDrawing } from '../../platform/qr.ts';
import { AnswerGroups } from '../../ui/answer-groups.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Avatar } from '../../ui/brand/avatar.tsx';
import { Stub } from '../../ui/brand/stub.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { CalendarMenu } from '../../ui/buttons/calendar-menu.tsx';
import { cx } from '../../ui/class-names.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Pages } from '../../ui/pages.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { OrderSummary } from '../parts/order-summary.tsx';
import { orderPath, ticketPath } from '../parts/paths.ts';
import { QrCode } from '../parts/qr-code.tsx';
import styles from './summary-page.module.css';
import type { TicketPages } from './with-codes.server.ts';

type Codes = Record<string, QrDrawing>;

type Shown = { order: BuyerOrder; pages: TicketPages };

/** Calendar, print, download. */
export function OrderActions({
  order,
  pages,
  baseUrl,
  hasDocuments = true,
}: Shown & { baseUrl: string; hasDocuments?: boolean }) {
  const { i18n } = useLingui();
  const { event } = order;
  const { location } = event;
  const isSomethingLeft =
    pages.total + order.unnamed + order.passedOn.length > 0 || order.lines.every(({ admits }) => !admits);
  return (
    <div className={styles.actions}>
      {order.eventNews.state === 'planned' && order.lines.some(({ admits }) => admits) && (
        <CalendarMenu
          event={timesOf(event, commonPart(order))}
          file={order.completedAt ? `/api/public/orders/${order.shortId}/calendar.ics` : undefined}
          url={new URL(event.path, baseUrl).href}
          place={sideBySide([location.venueName, addressLine(location, i18n.locale)], i18n.locale)}
          look={{ size: 'lg' }}
        />
      )}
      {order.completedAt && isSomethingLeft && (
        <a className={buttonClass({ size: 'lg' })} href={`${orderPath(order)}/print`}>
          <IconPrinter size={18} stroke={1.75} aria-hidden="true" />
          <Trans>Print</Trans>
        </a>
      )}
      {pages.isOpen && (
        <a
          className={buttonClass({ size: 'lg' })}
          href={`/api/public/orders/${order.shortId}/tickets.pdf`}
          download
        >
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
          <Trans>Download PDF</Trans>
        </a>
      )}
      {hasDocuments && (
        <DocumentLinks order={order} className={buttonClass({ size: 'lg' })}>
          <IconFileInvoice size={18} stroke={1.75} aria-hidden="true" />
        </DocumentLinks>
      )}
    </div>
  );
}

/** The invoices and credit notes of an order, to download. Where an invoice is void, the one that counts says so. */
export function DocumentLinks(props: { order: BuyerOrder; className?: string; children?: ReactNode }) {
  const { order, className, children } = props;
  const hasVoid = order.documents.some(({ kind, counts }) => kind === 'invoice' && !counts);
  return order.documents.map((one) => (
    <a
      key={`${one.kind} ${one.id}`}
      className={className}
      href={`/api/public/orders/${order.shortId}/${documentPath(one)}`}
      download
    >
      {children}
      <DocumentName document={one} isOnly={order.documents.length === 1} isMarked={hasVoid && one.counts} />
    </a>
  ));
}

/** What a document is, with its number where there are several. */
function DocumentName(props: { document: OrderDocument; isOnly: boolean; isMarked: boolean }) {
  const { kind, number } = props.document;
  if (props.isOnly) return <Trans>Invoice</Trans>;
  if (props.isMarked) return <Trans>Invoice {number} (current)</Trans>;
  return kind === 'invoice' ? <Trans>Invoice {number}</Trans> : <Trans>Credit note {number}</Trans>;
}

/** The part of the event that all tickets of an order are for; nulls if they differ or are for the whole event. */
function commonPart({ lines }: BuyerOrder): Pick<BuyerOrder['lines'][number], 'ownStartsAt' | 'ownEndsAt'> {
  const [first, ...others] = lines.filter(({ admits }) => admits);
  const isCommon = others.every(
    (one) => one.ownStartsAt === first?.ownStartsAt && one.ownEndsAt === first?.ownEndsAt,
  );
  return first && isCommon ? first : { ownStartsAt: null, ownEndsAt: null };
}

type Content = Shown & {
  codes: Codes;
  beforeMessage?: ReactNode;
  /** What the buyer can do with the tickets: cards before and after those with a code, and further links of each. */
  own?: { first: ReactNode[]; last: ReactNode[]; linksOf: (reference: string) => ReactNode } | undefined;
};

/** The tickets, how to join an online event, and the organizer's message. */
export function OrderContent({ order, pages, codes, beforeMessage, own }: Content) {
  const { event, tickets } = order;
  return (
    <>
      {tickets.length + (own ? own.first.length + own.last.length : 0) > 0 && (
        <section className={own ? styles.wallet : styles.section} aria-labelledby="your-tickets">
          <h2 id="your-tickets" className={own && 'visually-hidden'}>
            <Trans>Your tickets</Trans>
          </h2>
          <ul className={styles.tickets}>
            {own?.first}
            {tickets.map((ticket) => (
              <li key={ticket.shortId}>
                <TicketStub
                  order={order}
                  ticket={ticket}
                  code={codes[ticket.shortId]}
                  more={own?.linksOf(ticket.reference)}
                />
              </li>
            ))}
            {own?.last}
          </ul>
          <Pages page={pages.page} lastPage={pages.lastPage} name="tickets" anchor="your-tickets" />
        </section>
      )}
      {!own && <PassedOn order={order} />}
      {order.answered.length > 0 && (
        <section className={styles.section} aria-labelledby="your-answers">
          <h2 id="your-answers">
            <Trans>Your answers</Trans>
          </h2>
          <AnswerGroups groups={order.answered} />
        </section>
      )}
      {beforeMessage}
      {event.location.onlineDetails && (
        <section className={styles.message} aria-labelledby="how-to-join">
          <div>
            <h2 id="how-to-join">
              <Trans>How to join</Trans>
            </h2>
            <p className={styles.body}>
              <LinkedText text={event.location.onlineDetails} />
            </p>
          </div>
        </section>
      )}
      {order.postCheckoutMessage && (
        <section className={styles.message} aria-labelledby="from-organizer">
          <Avatar name={event.organizer.name} size={40} />
          <div>
            <h2 id="from-organizer">
              <Trans>From {event.organizer.name}</Trans>
            </h2>
            <RichText html={order.postCheckoutMessage} className={styles.body} />
          </div>
        </section>
      )}
    </>
  );
}

/** Tickets that another person has now. Their codes are that person's alone. */
function PassedOn({ order: { passedOn } }: { order: BuyerOrder }) {
  const { i18n } = useLingui();
  if (passedOn.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="passed-on">
      <h2 id="passed-on">
        <Trans>Passed on</Trans>
      </h2>
      <p className={styles.place}>
        <Trans>Somebody else has these tickets now. Only they see the codes.</Trans>
      </p>
      <ul className={styles.passedOn}>
        {passedOn.map(({ reference, ticketName, priceLabel }) => (
          <li key={reference}>
            <span>{sideBySide([ticketName, priceLabel], i18n.locale)}</span>
            <span className="reference">{reference}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TicketStub(props: {
  order: BuyerOrder;
  ticket: BuyerOrder['tickets'][number];
  code: QrDrawing | undefined;
  more?: ReactNode;
}) {
  const { order, ticket, code, more } = props;
  const { i18n, t } = useLingui();
  const { event } = order;
  const name = personName(ticket);
  const times = timesOf(event, ticket);
  return (
    <Stub
      orientation="horizontal"
      className={styles.ticket ?? ''}
      main={
        <>
          <p className={styles.kind}>{sideBySide([ticket.ticketName, ticket.priceLabel], i18n.locale)}</p>
          <h3 className={cx('name-face', styles.name)}>{name}</h3>
          <p className={styles.when}>
            <span className="num">{formatEventStart(i18n, times)}</span>
            <br />
            <span className={styles.place}>
              {event.location.isOnline ? <Trans>Online event</Trans> : event.location.venueName}
            </span>
          </p>
          <p className={styles.view}>
            {event.isCalledOff ? (
              <Badge tone="bad">
                <Trans>Event called off</Trans>
              </Badge>
            ) : ticket.status === 'active' ? (
              <>
                <a
                  className="link"
                  href={ticketPath(event.id, ticket.shortId)}
                  aria-label={sideBySide([t`View ticket`, name, ticket.reference], i18n.locale)}
                >
                  <Trans>View ticket</Trans>
                </a>
                <a
                  className="link"
                  href={`/api/public/tickets/${ticket.shortId}/ticket.pdf`}
                  download
                  aria-label={sideBySide(['PDF', name, ticket.reference], i18n.locale)}
                >
                  PDF
                </a>
                {more}
              </>
            ) : ticket.status === 'cancelled' ? (
              <Badge tone="bad">
                <Trans>Cancelled</Trans>
              </Badge>
            ) : (
              <Badge tone="orange">
                <Trans>Awaiting payment</Trans>
              </Badge>
            )}
          </p>
        </>
      }
      end={
        <div className={styles.code}>
          {code && <QrCode code={code} size={124} reference={ticket.reference} />}
          <span
            className={cx('reference', (event.isCalledOff || ticket.status === 'cancelled') && styles.void)}
          >
            {ticket.reference}
          </span>
        </div>
      }
    />
  );
}

/** The order as a receipt. The total is followed by how and when it was paid. */
export function ReceiptStub({ order, documents }: { order: BuyerOrder; documents?: ReactNode }) {
  const { i18n } = useLingui();
  const last4 = order.payment?.cardLast4;
  const at =
    order.completedAt &&
    formatDayTime(order.completedAt, { locale: i18n.locale, timezone: order.event.timezone });
  return (
    <OrderSummary
      order={order}
      below={
        at && (
          <>
            <p className={styles.paidWith}>
              <span className={last4 ? 'num' : 'reference'}>
                {last4 ? <Trans>Card ending {last4}</Trans> : order.reference}
              </span>
              <span className="num">{at}</span>
            </p>
            {documents}
          </>
        )
      }
    />
  );
}
