import { connectPayments, type PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { api } from '../../platform/api/client.ts';

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
