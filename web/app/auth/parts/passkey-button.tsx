import { askPasskey } from '@entrada/contract/accounts/sign-in';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSubmit } from 'react-router';
import { api } from '../../platform/api/client.ts';
import { ApiError } from '../../platform/api/error.ts';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { ownTimeZone } from '../../platform/i18n/browser-zone.ts';
import { hasPasskeys, isDismissed, offersPasskeysInFields, signWithPasskey } from '../../platform/passkey.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { ZONE_FIELD } from './zone-header.ts';

type PasskeyButtonProps = {
  /** The login that waits for its second step. Null: without a password. */
  pending: string | null;
  previous: string;
  isMain?: boolean;
};

/**
 * Signs in with a passkey. On the first step the browser also offers passkeys in the list of the email field. Hidden in
 * browsers without passkeys.
 */
export function PasskeyButton({ pending, previous, isMain = false }: PasskeyButtonProps) {
  const { i18n } = useLingui();
  const submit = useSubmit();
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const waiting = useRef<AbortController>(undefined);
  const ask = async (inField: boolean) => {
    waiting.current?.abort();
    const control = new AbortController();
    waiting.current = control;
    const { data } = await api(askPasskey, { body: pending === null ? {} : { pending } });
    if (control.signal.aborted) return;
    const credential = await signWithPasskey(data, { signal: control.signal, inField });
    const passkey = { intent: 'passkey', previous, credential: JSON.stringify(credential) };
    const form = { ...passkey, [ZONE_FIELD]: ownTimeZone() };
    await submit(form, { method: 'post' });
  };
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    setShown(hasPasskeys());
    if (pending === null)
      void offersPasskeysInFields()
        .then((offers) => (offers ? latest.current(true) : undefined))
        // Nobody has asked for it, so nobody is told that it failed.
        .catch(() => undefined);
    return () => waiting.current?.abort();
  }, [pending]);
  const press = async () => {
    setBusy(true);
    setProblem('');
    try {
      await latest.current(false);
    } catch (error) {
      if (!isDismissed(error))
        setProblem(errorMessage(i18n, error instanceof ApiError ? error : refusedPasskey()));
    } finally {
      setBusy(false);
    }
  };
  if (!isShown) return null;
  return (
    <>
      {problem && (
        <Note tone="error" announce>
          {problem}
        </Note>
      )}
      <Button
        size="xl"
        block
        variant={isMain ? 'primary' : 'default'}
        loading={isBusy}
        icon={<IconFingerprint size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void press()}
      >
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </>
  );
}

const refusedPasskey = () => new ApiError({ status: 422, code: 'PASSKEY_REFUSED' });
