import { getPaymentConnection } from '@entrada/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { keys } from '../keys.ts';

/** How the account takes card payments. Asked again on coming back from Stripe, in this window or another one. */
export function useConnection({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: keys.paymentConnection,
    queryFn: async ({ signal }) => (await api(getPaymentConnection, {}, { signal })).data,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    enabled,
  });
}
