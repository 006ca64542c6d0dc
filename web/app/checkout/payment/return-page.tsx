import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { data, type LoaderFunctionArgs, redirect, useLoaderData, useRevalidator } from 'react-router';
import { ApiError } from '../../platform/api/error.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { CheckoutFrame } from '../parts/frame.tsx';
import { loadOrder } from '../parts/load-order.server.ts';
import { EndedOrder, OrderError } from '../parts/order-message.tsx';
import { elsewhere, privateHeaders, stepPath } from '../parts/paths.ts';
import styles from './return-page.module.css';

/** Asks the provider for the state of the payment, and sends the visitor to the page of the order's new state. */
export async function loader(args: LoaderFunctionArgs) {
  const order = await refreshed(args);
  if (order.step === 'summary') throw redirect(stepPath(order, 'summary'));
  const path = elsewhere(order, ['processing']);
  if (path) throw redirect(path);
  return data({ order }, { headers: privateHeaders });
}

/** If the provider cannot answer now, the order stays unchanged and the page asks again. */
async function refreshed(args: LoaderFunctionArgs) {
  try {
    return await loadOrder(args, { asksProvider: true });
  } catch (error) {
    if (error instanceof ApiError && (error.status >= 500 || error.status === 429)) return loadOrder(args);
    throw error;
  }
}

const firstWaitMs = 1000;
const longestWaitMs = 20_000;

export default function PaymentReturnPage() {
  const { order } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  const isHydrated = useHydrated();
  const isChecking = order.step === 'processing';
  usePolling(isChecking);
  if (!isChecking) return <EndedOrder order={order} />;
  return (
    <CheckoutFrame order={{ ...order, secondsLeft: null }} step="payment" title={t`Checking your payment`}>
      {!isHydrated && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <div className={styles.box} role="status">
        <span className={styles.spinner} aria-hidden="true" />
        <h1 className={styles.title}>
          <Trans>Checking your payment</Trans>
        </h1>
        <p>
          <Trans>
            The bank has not answered yet. This page goes on by itself, and your order is held until then. You
            can also close it: we write to you as soon as the payment is through.
          </Trans>
        </p>
      </div>
    </CheckoutFrame>
  );
}

/** Asks again after one second, then after longer and longer pauses, while the page is visible. */
function usePolling(isActive: boolean): void {
  const { revalidate, state } = useRevalidator();
  const wait = useRef(firstWaitMs);
  useEffect(() => {
    if (!isActive || state !== 'idle') return;
    const timer = setTimeout(() => {
      wait.current = Math.min(longestWaitMs, wait.current * 1.6);
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    }, wait.current);
    const onVisible = () => document.visibilityState === 'visible' && void revalidate();
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onVisible);
    };
  }, [isActive, state, revalidate]);
}

export const ErrorBoundary = OrderError;
