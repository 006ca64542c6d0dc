import { getPaymentConnection } from '@entrada/contract/sales/payment-connections';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { keys } from './keys.ts';

/**
 * How the account takes card payments. It is read again when the user comes back from Stripe, in this window or in
 * another one.
 */
export function useConnection({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: keys.paymentConnection,
    queryFn: async ({ signal }) => (await api(getPaymentConnection, {}, { signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    enabled,
  });
}
