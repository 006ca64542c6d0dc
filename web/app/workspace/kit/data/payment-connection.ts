import { getPaymentConnection, type PaymentConnection } from '@entrada/contract/sales/payment-connections';
import { useQuery } from '@tanstack/react-query';
import { queryOf, type Read } from '../reading/reads.ts';
import { keys } from './keys.ts';

export const connectionRead: Read<PaymentConnection> = {
  queryKey: keys.paymentConnection,
  load: async (call, signal) => (await call(getPaymentConnection, {}, { signal })).data,
};

/**
 * How the account takes card payments. It is read again when the user comes back from Stripe, in this window or in
 * another one.
 */
export function useConnection({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    ...queryOf(connectionRead),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    enabled,
  });
}
