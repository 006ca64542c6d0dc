import { callName, personName } from '@entrada/contract/accounts/person-name';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { getOwnInvoice } from '@entrada/contract/sales/invoices/details';
import { ORDER_BADGE_TONES, type OrderBadge } from '@entrada/contract/sales/orders';
import type { OwnTicket } from '@entrada/contract/sales/own-tickets/changes';
import { getOwnTickets } from '@entrada/contract/sales/own-tickets/changes';
import { getSelfService } from '@entrada/contract/sales/self-service/give-back';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { countriesIn } from '../../platform/i18n/countries.ts';
import { formatDay } from '../../platform/i18n/format.ts';
import { titleFont } from '../../platform/styles/fonts.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Avatar } from '../../ui/brand/avatar.tsx';
import { OrganizerTheme } from '../../ui/brand/organizer-theme.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import { Space } from '../../ui/space.tsx';
import { contactOf, WriteTo } from '../../ui/write-to.tsx';
import { correctEmail } from '../email/correct.server.ts';
import { CorrectEmail } from '../email/correct.tsx';
import { EventNews } from '../parts/event-news.tsx';
import { loadOrder } from '../parts/load-order.server.ts';
import { AwaitedPayment } from '../parts/offline-terms.tsx';
import { EndedOrder, OrderError } from '../parts/order-message.tsx';
import { elsewhere, privateHeaders } from '../parts/paths.ts';
import { DocumentLinks, OrderActions, OrderContent, ReceiptStub } from './content.tsx';
import { GiveBackSection } from './give-back/section.tsx';
import { GIVE_BACK_FORM, sendGiveBack } from './give-back/send.server.ts';
import { OWN_FORM, readAddress } from './own-tickets/address.ts';
import forms from './own-tickets/forms.module.css';
import { InvoiceLink } from './own-tickets/invoice.tsx';
import { SendAgain, StrangerNote } from './own-tickets/order-links.tsx';
import { OwnOutcome } from './own-tickets/outcome.tsx';
import { PassedOnCard } from './own-tickets/passed-on-card.tsx';
import { sendOwn } from './own-tickets/send.server.ts';
import { OwnSheet } from './own-tickets/sheet.tsx';
import { TicketLinks } from './own-tickets/ticket-links.tsx';
import { UnnamedCard } from './own-tickets/unnamed-card.tsx';
import styles from './page.module.css';
import summary from './summary-page.module.css';
import { withCodes } from './with-codes.server.ts';

/** If the checkout is still open, the visitor is sent there. */
export async function loader(args: LoaderFunctionArgs) {
  const order = await loadOrder(args);
  const path = elsewhere(order, []);
  if (path) throw redirect(path);
  const { baseUrl } = args.context.get(requestContext);
  const tone = ORDER_BADGE_TONES[order.badge];
  const shown = await withCodes(order, args.request.url);
  const service = order.completedAt ? await serviceOf(args, order.shortId) : null;
  // Names can be filled in while an order waits for its payment, too.
  const own = order.completedAt || order.unnamed > 0 ? await ownOf(args, order.shortId) : null;
  const invoice = hasInvoice(order) ? await invoiceOf(args, order.shortId) : null;
  return data(
    { ...shown, tone, baseUrl, service, ...own, invoice, formKey: newFormKey() },
    { headers: privateHeaders },
  );
}

/** What the buyer can change about each ticket, and the countries for questions about an address. */
async function ownOf({ context }: LoaderFunctionArgs, orderShortId: string) {
  const { data: own } = await context.get(apiContext)(getOwnTickets, { params: { orderShortId } });
  const isAddress = own.tickets.some(({ questions }) => questions.some(({ type }) => type === 'address'));
  return { own, countries: isAddress ? countriesIn(context.get(requestContext).locale) : [] };
}

/** Whether the order is invoiced, or may be once it is paid. */
const hasInvoice = ({ documents, offline, total }: BuyerOrder) =>
  documents.length > 0 || (offline?.isChosen === true && total > 0);

/** To whom the order is invoiced; null if nothing of it is. */
async function invoiceOf({ context }: LoaderFunctionArgs, orderShortId: string) {
  const { data: invoice } = await context.get(apiContext)(getOwnInvoice, { params: { orderShortId } });
  return invoice.obstacle === 'ORDER_HAS_NO_INVOICE' ? null : invoice;
}

/** What the buyer can do with the tickets of a complete order. */
async function serviceOf({ context }: LoaderFunctionArgs, orderShortId: string) {
  const { data: service } = await context.get(apiContext)(getSelfService, { params: { orderShortId } });
  return service;
}

const badges: Record<OrderBadge, MessageDescriptor> = {
  RESERVED: msg`Reserved`,
  AWAITING_PAYMENT: msg`Awaiting payment`,
  AWAITING_OFFLINE_PAYMENT: msg`Awaiting payment`,
  PROCESSING: msg`Processing`,
  PAYMENT_FAILED: msg`Payment failed`,
  COMPLETED: msg`Completed`,
  CANCELLED: msg`Cancelled`,
  EXPIRED: msg`Expired`,
  REFUND_PENDING: msg`Refund pending`,
  REFUND_FAILED: msg`Refund failed`,
  REFUNDED: msg`Refunded`,
  PARTIALLY_REFUNDED: msg`Partially refunded`,
};

const tones = {
  orange: 'orange',
  red: 'bad',
  teal: 'teal',
  info: 'info',
  neutral: 'neutral',
} as const satisfies Record<string, BadgeTone>;

/** The page has several forms. The address of a post says which one it is. */
export function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  if (searchParams.has(OWN_FORM)) return sendOwn(args);
  return searchParams.has(GIVE_BACK_FORM) ? sendGiveBack(args) : correctEmail(args);
}

export const links = titleFont;

export default function OrderPage() {
  const {
    order,
    pages,
    tone,
    codes,
    baseUrl,
    service,
    own,
    countries = [],
    invoice,
    formKey,
  } = useLoaderData<typeof loader>();
  const { i18n } = useLingui();
  const [search] = useSearchParams();
  const { sheet, reference: chosen, page } = readAddress(search);
  const { event, reference } = order;
  if (!order.completedAt && !order.offline) return <EndedOrder order={order} />;
  const organizer = event.organizer;
  const ownOf = (one: string) => own?.tickets.find((ticket) => ticket.reference === one);
  const about = ownOf(chosen) ?? null;
  const cards = (states: readonly OwnTicket['state'][]) =>
    own?.tickets.filter(({ state }) => pages.page === 1 && states.includes(state)) ?? [];
  const mayChangeInvoice = invoice !== null && invoice.obstacle === null;
  const missing = cards(['unnamed']).filter(({ correct }) => !correct);
  return (
    <OrganizerTheme colors={event.colors} className={styles.page}>
      <title>{`${reference} · ${event.title}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className={styles.header}>
        <a href={`/${organizer.slug}`} className={styles.organizer}>
          <Avatar name={organizer.name} />
          {organizer.name}
        </a>
        <LanguageMenu isShort />
      </header>
      <main className={styles.main}>
        <div className={styles.order}>
          <Heading order={order} />
          <p className={styles.state}>
            <Badge tone={tones[tone]}>{i18n._(badges[order.badge])}</Badge>
            {order.buyer && (
              <span>{sideBySide([personName(order.buyer), order.buyer.email], i18n.locale)}</span>
            )}
          </p>
          <div className={forms.notes}>
            <EventNews order={order} />
          </div>
          <CorrectEmail order={order} />
          <AwaitedPayment order={order} />
          <OrderActions order={order} pages={pages} baseUrl={baseUrl} hasDocuments={false} />
          {(own || invoice) && (
            <div className={forms.notes}>
              <OwnOutcome order={order} own={own ?? null} invoice={invoice} />
            </div>
          )}
          <OrderContent
            order={order}
            pages={pages}
            codes={codes}
            beforeMessage={
              service && (
                <GiveBackSection
                  order={order}
                  service={service}
                  own={own ?? null}
                  formKey={formKey}
                  page={page}
                />
              )
            }
            own={
              own && {
                first: missing.map((ticket) => (
                  <li key={ticket.reference}>
                    <UnnamedCard order={order} ticket={ticket} formKey={formKey} countries={countries} />
                  </li>
                )),
                last: cards(['passed_on', 'elsewhere']).map((ticket) => (
                  <li key={ticket.reference}>
                    <PassedOnCard order={order} ticket={ticket} formKey={formKey} page={page} />
                  </li>
                )),
                linksOf: (one) => {
                  const ticket = ownOf(one);
                  return ticket && <TicketLinks order={order} ticket={ticket} page={page} />;
                },
              }
            }
          />
        </div>
        <aside>
          <ReceiptStub
            order={order}
            documents={
              order.documents.length > 0 && (
                <p className={summary.documents}>
                  <DocumentLinks order={order} className="link" />
                  {mayChangeInvoice && <InvoiceLink order={order} page={page} />}
                </p>
              )
            }
          />
          {order.documents.length === 0 && mayChangeInvoice && (
            <p className={forms.link}>
              <InvoiceLink order={order} page={page} />
            </p>
          )}
          {order.completedAt && order.buyer?.email && <SendAgain formKey={formKey} />}
          {order.completedAt && order.buyer?.email && <StrangerNote order={order} />}
          {contactOf(event) && (
            <p className={styles.help}>
              <Trans>Something wrong?</Trans>
              <Space />
              <WriteTo event={event}>
                <Trans>Write to {organizer.name}</Trans>
              </WriteTo>
            </p>
          )}
        </aside>
      </main>
      {sheet && (sheet === 'invoice' ? invoice : own && (about || sheet === 'new-link')) && (
        <OwnSheet
          key={`${sheet} ${chosen}`}
          order={order}
          kind={sheet}
          ticket={about}
          invoice={sheet === 'invoice' ? invoice : null}
          formKey={formKey}
          page={page}
        />
      )}
      <PublicFooter width={1080} />
    </OrganizerTheme>
  );
}

/** Which order it is, and a greeting while its tickets are valid. */
function Heading({ order }: { order: BuyerOrder }) {
  const { i18n } = useLingui();
  const { event, reference, buyer } = order;
  const day =
    order.completedAt && formatDay(order.completedAt, { locale: i18n.locale, timezone: event.timezone });
  const name = callName(buyer ?? {});
  if (
    order.step !== 'summary' ||
    order.eventNews.state !== 'planned' ||
    !day ||
    !name ||
    !order.lines.some(({ admits }) => admits)
  )
    return (
      <h1 className={summary.title}>
        <Trans>
          Order <span className="reference">{reference}</span>
        </Trans>
      </h1>
    );
  return (
    <>
      <p className={styles.reference}>
        {order.total > 0 ? (
          <Trans>
            Order <b className="reference">{reference}</b>, paid on {day}
          </Trans>
        ) : (
          <Trans>
            Order <b className="reference">{reference}</b>, {day}
          </Trans>
        )}
      </p>
      <h1 className={summary.title}>
        <Trans>
          See you at {event.title}, {name}.
        </Trans>
      </h1>
    </>
  );
}

export const ErrorBoundary = OrderError;
