import { callName } from '@entrada/contract/accounts/person-name';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { requestContext } from '../../platform/context.ts';
import { titleFont } from '../../platform/styles/fonts.ts';
import { Space } from '../../ui/space.tsx';
import { correctEmail as action } from '../email/correct.server.ts';
import { CorrectEmail } from '../email/correct.tsx';
import { EventNews } from '../parts/event-news.tsx';
import { CheckoutFrame } from '../parts/frame.tsx';
import { loadOrder } from '../parts/load-order.server.ts';
import { AwaitedPayment } from '../parts/offline-terms.tsx';
import { EndedOrder, OrderError } from '../parts/order-message.tsx';
import { elsewhere, privateHeaders } from '../parts/paths.ts';
import { OrderActions, OrderContent, ReceiptStub } from './content.tsx';
import styles from './summary-page.module.css';
import { UnnamedNote } from './unnamed-note.tsx';
import { othersMailed, withCodes } from './with-codes.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const order = await loadOrder(args);
  const path = elsewhere(order, ['summary']);
  if (path) throw redirect(path);
  const { baseUrl } = args.context.get(requestContext);
  const shown = await withCodes(order, args.request.url);
  return data({ ...shown, others: othersMailed(order), baseUrl }, { headers: privateHeaders });
}

export { action };

export const links = titleFont;

export default function SummaryPage() {
  const { order, pages, codes, others, baseUrl } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  if (order.step !== 'summary') return <EndedOrder order={order} />;
  if (order.offline) return <AwaitingSummary />;
  const { buyer, reference, total } = order;
  const count = pages.total;
  const isGoing = count + order.unnamed > 0;
  const email = buyer?.email ?? '';
  return (
    <CheckoutFrame
      order={order}
      step="summary"
      title={isGoing ? t`Your tickets` : t`Your order`}
      aside={<ReceiptStub order={order} />}
    >
      <span className={styles.mark}>
        <IconCheck size={28} stroke={2.5} aria-hidden="true" />
      </span>
      <h1 className={styles.title}>
        {isGoing && !order.event.isCalledOff ? (
          <Trans>You’re going, {callName(buyer ?? {})}.</Trans>
        ) : (
          <Trans>Thank you, {callName(buyer ?? {})}.</Trans>
        )}
      </h1>
      <p className={styles.lead}>
        {total > 0 ? (
          <Trans>
            Order <b className="reference">{reference}</b> is paid.
          </Trans>
        ) : (
          <Trans>
            Order <b className="reference">{reference}</b> is complete.
          </Trans>
        )}
        <Space />
        {email === '' ? null : count === 0 ? (
          <Trans>
            We sent the confirmation to <b>{email}</b>.
          </Trans>
        ) : total > 0 ? (
          <Trans>
            We sent <Plural value={count} one="your ticket" other="# tickets" /> and the receipt to{' '}
            <b>{email}</b>.
          </Trans>
        ) : (
          <Trans>
            We sent <Plural value={count} one="your ticket" other="# tickets" /> to <b>{email}</b>.
          </Trans>
        )}
        <Space />
        {others > 0 && (
          <Plural
            value={others}
            one="# other attendee got their ticket by email, too."
            other="# other attendees got their tickets by email, too."
          />
        )}
      </p>
      <EventNews order={order} />
      <CorrectEmail order={order} />
      <OrderActions order={order} pages={pages} baseUrl={baseUrl} />
      <UnnamedNote order={order} />
      <OrderContent order={order} pages={pages} codes={codes} />
    </CheckoutFrame>
  );
}

/** The message for an order that is complete but still has to be paid without a card. */
function AwaitingSummary() {
  const { order, pages, codes, baseUrl } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  const { buyer, reference } = order;
  return (
    <CheckoutFrame order={order} step="summary" title={t`Your order`} aside={<ReceiptStub order={order} />}>
      <span className={`${styles.mark} ${styles.waiting}`}>
        <IconClock size={28} stroke={2} aria-hidden="true" />
      </span>
      <h1 className={styles.title}>
        {pages.total + order.unnamed > 0 && !order.event.isCalledOff ? (
          <Trans>Your places are kept, {callName(buyer ?? {})}.</Trans>
        ) : (
          <Trans>Thank you, {callName(buyer ?? {})}.</Trans>
        )}
      </h1>
      <p className={styles.lead}>
        <Trans>
          Order <b className="reference">{reference}</b> waits for your payment. We sent how to pay to{' '}
          <b>{buyer?.email}</b>.
        </Trans>
      </p>
      <EventNews order={order} />
      <CorrectEmail order={order} />
      <AwaitedPayment order={order} />
      <OrderActions order={order} pages={pages} baseUrl={baseUrl} />
      <UnnamedNote order={order} />
      <OrderContent order={order} pages={pages} codes={codes} />
    </CheckoutFrame>
  );
}

export const ErrorBoundary = OrderError;
