import { formatMoney } from '@entrada/contract/money';
import { chooseOfflinePayment, startPayment } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { newFormKey } from '../../platform/api/form-key.server.ts';
import { apiContext, requestContext } from '../../platform/context.ts';
import { countriesIn } from '../../platform/i18n/countries.ts';
import { languageTag } from '../../platform/i18n/locales.ts';
import { challengeOf } from '../../platform/proof/with-proof.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { CancelOrder } from '../parts/cancel-order.tsx';
import { CheckoutFrame } from '../parts/frame.tsx';
import { loadOrder } from '../parts/load-order.server.ts';
import { EndedOrder, OrderError } from '../parts/order-message.tsx';
import { elsewhere, privateHeaders, stepPath } from '../parts/paths.ts';
import { Recap } from '../parts/recap.tsx';
import type { PaymentStart } from './card.ts';
import { CardForm } from './card-form.tsx';
import { PaymentCheck } from './check.tsx';
import { PaymentFailure } from './failure.tsx';
import { MethodChoice, type PaymentMethod } from './method-choice.tsx';
import { OfflineForm } from './offline-form.tsx';
import styles from './page.module.css';
import { StripeForm } from './stripe-form.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const order = await loadOrder(args);
  const path = elsewhere(order, ['payment']);
  if (path) throw redirect(path);
  const isByCard = order.step === 'payment' && order.paymentMethods.includes('card');
  const payment = isByCard
    ? await begin(args, order.shortId)
    : { start: null, problem: null, challenge: null };
  // The server names the countries, because browsers have other names for some of them.
  const countries = countriesIn(args.context.get(requestContext).locale);
  return data({ order, countries, ...payment }, { headers: privateHeaders });
}

/** Chooses payment without a card for a browser without scripts. */
export async function action(args: ActionFunctionArgs) {
  const order = await loadOrder(args);
  try {
    await args.context.get(apiContext)(
      chooseOfflinePayment,
      { params: { orderShortId: order.shortId } },
      { idempotencyKey: newFormKey() },
    );
    return redirect(stepPath(order, 'summary'), 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ code: error.code }, { status: error.status });
  }
}

/** Errors that mean that no card can be charged. The page then shows only offline payment if it is offered. */
const WITHOUT_CARD: readonly (ApiErrorCode | null)[] = [
  'PAYMENTS_NOT_SET_UP',
  'PRICE_BELOW_PROVIDER_MINIMUM',
];

/**
 * Starts the payment, or continues the existing one. If the provider cannot answer, `problem` says so instead of an
 * error page.
 */
async function begin(
  { context }: LoaderFunctionArgs,
  orderShortId: string,
): Promise<{ start: PaymentStart | null; problem: ApiErrorCode | null; challenge: string | null }> {
  try {
    const { data: start } = await context.get(apiContext)(startPayment, { params: { orderShortId } });
    return { start, problem: null, challenge: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { start: null, problem: error.code, challenge: challengeOf(error) };
  }
}

export default function PaymentPage() {
  const { order, problem } = useLoaderData<typeof loader>();
  const answer = useActionData<{ code: ApiErrorCode }>();
  const { i18n, t } = useLingui();
  const [chosen, setChosen] = useState<PaymentMethod | null>(null);
  if (order.step !== 'payment') return <EndedOrder order={order} />;
  const total = formatMoney({
    minor: order.total,
    currency: order.currency,
    locale: languageTag(i18n.locale),
  });
  const { offline, event } = order;
  const isOffline = offline !== null && order.paymentMethods.includes('offline');
  const isCard = order.paymentMethods.includes('card') && !(isOffline && WITHOUT_CARD.includes(problem));
  const method =
    isCard && isOffline ? (chosen ?? (answer ? 'offline' : 'card')) : isCard ? 'card' : 'offline';
  return (
    <CheckoutFrame order={order} step="payment" title={t`Payment`}>
      <h1 className={styles.title}>
        <Trans>Payment</Trans>
      </h1>
      <p className={styles.sub}>
        {method === 'card' ? (
          <Trans>Nothing is charged until you press Pay.</Trans>
        ) : (
          <Trans>Nothing is charged here. You pay {event.organizer.name} directly.</Trans>
        )}
      </p>
      {isCard && isOffline && <MethodChoice method={method} onChoose={setChosen} />}
      {isOffline && offline && (
        <div className={method === 'offline' ? undefined : styles.unscripted}>
          <OfflineForm
            order={order}
            offline={offline}
            recap={<Recap order={order} />}
            refused={answer?.code ?? null}
          />
        </div>
      )}
      {(isCard || !isOffline) && (
        <div hidden={method !== 'card'}>
          <CardPayment total={total} />
        </div>
      )}
      <CancelOrder order={order} />
    </CheckoutFrame>
  );
}

/** The card form of the order's provider, or why there is none. */
function CardPayment({ total }: { total: string }) {
  const { order, countries, start, problem, challenge } = useLoaderData<typeof loader>();
  const { i18n } = useLingui();
  const isHydrated = useHydrated();
  const failure = problem ?? (order.paymentMethods.length === 0 ? 'PAYMENTS_NOT_SET_UP' : null);
  return (
    <>
      <noscript>
        <Note tone="attn">
          <Trans>
            Payment needs JavaScript: the card goes straight from your browser to the payment provider. Turn
            it on for this page and reload it. Your order is still held.
          </Trans>
        </Note>
      </noscript>
      {challenge && isHydrated && (
        <div className={styles.problem}>
          <PaymentCheck key={challenge} orderShortId={order.shortId} challenge={challenge} />
        </div>
      )}
      {failure && !(challenge && isHydrated) && (
        <div className={styles.problem}>
          <Note
            tone="error"
            action={
              <a href={stepPath(order, 'payment')}>
                <Trans>Try again</Trans>
              </a>
            }
          >
            {errorCodeMessage(i18n, failure)}
          </Note>
        </div>
      )}
      {start?.provider === 'test_bank' ? (
        <CardForm
          key={start.clientToken}
          order={order}
          start={start}
          total={total}
          countries={countries}
          recap={<Recap order={order} />}
        />
      ) : start?.provider === 'stripe' ? (
        <StripeForm
          key={start.clientToken}
          order={order}
          start={start}
          total={total}
          recap={<Recap order={order} />}
        />
      ) : (
        <>
          {!failure && <PaymentFailure failure={order.payment?.failureCode ?? null} />}
          <Recap order={order} />
          <p className={styles.back}>
            <Link className={buttonClass({ size: 'xl' })} to={order.event.path}>
              <Trans>Back to tickets</Trans>
            </Link>
          </p>
        </>
      )}
    </>
  );
}

export const ErrorBoundary = OrderError;
