import { resendEmailConfirmation } from '@entrada/contract/accounts/accounts';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { notifySuccess } from '../frame/notify.tsx';
import { keys } from './keys.ts';
import { useSession } from './session.ts';
import { useChange } from './use-change.ts';

/** Mails the confirmation link again. If the address was confirmed meanwhile, the page is refreshed. */
export function useResendConfirmation() {
  const { t } = useLingui();
  const { me } = useSession();
  const client = useQueryClient();
  const { start, isPending } = useChange({
    run: () => api(resendEmailConfirmation, { params: { userId: String(me.id) } }),
    success: () => t`We sent the link again to ${me.email}.`,
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'EMAIL_ALREADY_CONFIRMED') return false;
      void client.invalidateQueries({ queryKey: keys.me });
      void client.invalidateQueries({ queryKey: ['event'] });
      notifySuccess(t`Your email is confirmed.`);
      return true;
    },
  });
  return { send: () => void start(undefined), isPending };
}
