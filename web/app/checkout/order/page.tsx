import { personName } from '@entrada/contract/accounts/person-name';
import { ORDER_BADGE_TONES, type OrderBadge } from '@entrada/contract/sales/orders';
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
} from 'react-router';
import { newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { OrganizerTheme } from '../../ui/brand/organizer-theme.tsx';
import { PublicFooter } from '../../ui/public-footer.tsx';
import { correctEmail } from '../email/correct.server.ts';
import { CorrectEmail } from '../email/correct.tsx';
import { loadOrder } from '../parts/load-order.server.ts';
import { AwaitedPayment } from '../parts/offline-terms.tsx';
import { EndedOrder, OrderError } from '../parts/order-message.tsx';
import { elsewhere, privateHeaders } from '../parts/paths.ts';
import { OrderActions, OrderContent, ReceiptStub } from './content.tsx';
import { GiveBackSection } from './give-back/section.tsx';
import { GIVE_BACK_FORM, sendGiveBack } from './give-back/send.server.ts';
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
  return data({ ...shown, tone, baseUrl, service, formKey: newFormKey() }, { headers: privateHeaders });
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

/** The page has two forms. The address of a post says which one it is. */
export const action = (args: ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.has(GIVE_BACK_FORM) ? sendGiveBack(args) : correctEmail(args);

export default function OrderPage() {
  const { order, pages, tone, codes, baseUrl, service, formKey } = useLoaderData<typeof loader>();
  const { i18n } = useLingui();
  const { event, reference } = order;
  if (!order.completedAt && !order.offline) return <EndedOrder order={order} />;
  return (
    <OrganizerTheme colors={event.colors} className={styles.page}>
      <title>{`${reference} · ${event.title}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className={styles.header}>
        <a href={event.path}>{event.title}</a>
      </header>
      <main className={styles.main}>
        <div className={styles.order}>
          <h1 className={summary.title}>
            <Trans>
              Order <span className="num">{reference}</span>
            </Trans>
          </h1>
          <p className={styles.state}>
            <Badge tone={tones[tone]}>{i18n._(badges[order.badge])}</Badge>
            {order.buyer && (
              <span>{sideBySide([personName(order.buyer), order.buyer.email], i18n.locale)}</span>
            )}
          </p>
          <CorrectEmail order={order} />
          <AwaitedPayment order={order} />
          <OrderActions order={order} pages={pages} baseUrl={baseUrl} />
          <OrderContent
            order={order}
            pages={pages}
            codes={codes}
            beforeMessage={service && <GiveBackSection order={order} service={service} formKey={formKey} />}
          />
        </div>
        <aside>
          <ReceiptStub order={order} />
          {(event.supportEmail || event.organizer.email) && (
            <p className={styles.help}>
              <Trans>Something wrong?</Trans>{' '}
              <a className="link" href={`mailto:${event.supportEmail || event.organizer.email}`}>
                <Trans>Write to {event.organizer.name}</Trans>
              </a>
            </p>
          )}
        </aside>
      </main>
      <PublicFooter width={1080} />
    </OrganizerTheme>
  );
}

export const ErrorBoundary = OrderError;
