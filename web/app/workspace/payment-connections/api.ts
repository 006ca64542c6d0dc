import { connectPayments, type PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { api } from '../../platform/api/client.ts';

/** Starts or continues the connection. Returns the address of the provider's onboarding page. */
export const beginConnecting = async (): Promise<string> => (await api(connectPayments, {})).data.url;

const leftKey = 'entrada.payment-connection';

type Status = PaymentConnection['status'];

/** Stores in this tab the status of the connection before the user leaves for Stripe. */
export function rememberLeaving(status: Status): void {
  try {
    sessionStorage.setItem(leftKey, status);
  } catch {
    // If the browser stores nothing, the page only shows the current status when the user comes back.
  }
}

/** Returns the stored status once and then forgets it. Null if the user did not leave for Stripe from this tab. */
export function takeLeaving(): string | null {
  try {
    const left = sessionStorage.getItem(leftKey);
    sessionStorage.removeItem(leftKey);
    return left;
  } catch {
    return null;
  }
}
