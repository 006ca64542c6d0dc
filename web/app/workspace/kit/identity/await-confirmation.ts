import { getMe } from '@entrada/contract/accounts/accounts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { keys } from '../data/keys.ts';

/** How often the page asks whether an awaited confirmation has come. */
const ASK_MS = 5_000;

/**
 * While the user's address is not confirmed, learns of the confirmation from another tab or device. What was typed here
 * can then be published or sent without loading the page again.
 */
export function useAwaitConfirmation(isAwaited: boolean): void {
  useQuery({
    queryKey: keys.me,
    queryFn: async ({ signal }) => (await api(getMe, {}, { signal })).data,
    refetchInterval: isAwaited && ASK_MS,
  });
}
