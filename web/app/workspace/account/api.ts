import { connectPayments, getPaymentConnection, type PaymentConnection } from '@entrada/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { keys } from '../keys.ts';

/** How the account takes card payments. Asked again on coming back from Stripe, in this window or another one. */
export function useConnection() {
  return useQuery({
    queryKey: keys.paymentConnection,
    queryFn: async ({ signal }) => (await api(getPaymentConnection, {}, { signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Begins or resumes connecting; answers the address of the provider's own onboarding. */
export const beginConnecting = async (): Promise<string> => (await api(connectPayments, {})).data.url;

const leftKey = 'entrada.payment-connection';

type Status = PaymentConnection['status'];

/** Remembers in this tab how things stood when somebody left for Stripe. */
export function rememberLeaving(status: Status): void {
  try {
    sessionStorage.setItem(leftKey, status);
  } catch {
    // A browser that keeps nothing: coming back then only shows how things stand.
  }
}

/** How things stood when somebody left for Stripe from this tab; said once. */
export function takeLeaving(): string | null {
  try {
    const left = sessionStorage.getItem(leftKey);
    sessionStorage.removeItem(leftKey);
    return left;
  } catch {
    return null;
  }
}
