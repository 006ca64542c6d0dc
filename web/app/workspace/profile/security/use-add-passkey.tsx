import { addPasskey, askNewPasskey } from '@entrada/contract/accounts/security';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { createPasskey, hasPasskeys, isDismissed } from '../../../platform/passkey.ts';
import { keys } from '../../kit/data/keys.ts';
import { notifyError } from '../../kit/frame/notify.tsx';
import { showRecoveryCodes } from './recovery-codes.tsx';
import { useSecureChange } from './use-secure-change.ts';

/** Makes a passkey on this device and keeps it under `name`. `isAble`: the browser has passkeys. */
export function useAddPasskey(name: string, onAdded?: () => void) {
  const { t } = useLingui();
  const [isAble, setAble] = useState(true);
  useEffect(() => setAble(hasPasskeys()), []);
  const { start, isPending } = useSecureChange({
    run: async (_: null) => {
      const { data: question } = await api(askNewPasskey, {});
      const credential = await createPasskey(question);
      return (await api(addPasskey, { body: { name: name.slice(0, 50), credential } })).data;
    },
    invalidates: () => [keys.security],
    success: () => t`The passkey is added.`,
    onDone: ({ recoveryCodes }) => {
      if (recoveryCodes) showRecoveryCodes(recoveryCodes, t`Keep your recovery codes`, onAdded);
      else onAdded?.();
    },
    onError: (error) => {
      if (isDismissed(error)) return true;
      // The authenticator has one for this account already.
      if (error instanceof DOMException && error.name === 'InvalidStateError') {
        notifyError(t`This device has a passkey for you already.`);
        return true;
      }
      if (!(error instanceof DOMException)) return false;
      notifyError(t`This device could not make a passkey. Try another one.`);
      return true;
    },
  });
  return { add: () => void start(null), isPending, isAble };
}
