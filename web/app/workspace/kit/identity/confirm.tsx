import { askConfirmingPasskey, confirmIdentity } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { isDismissed, signWithPasskey } from '../../../platform/passkey.ts';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { useChange } from '../data/use-change.ts';
import { useFormErrors } from '../form/use-form-errors.ts';
import { useRead } from '../reading/reads.ts';
import styles from './confirm.module.css';
import { securityRead } from './read.ts';

type Proof = Parameters<typeof api<typeof confirmIdentity>>[1]['body'];

type ConfirmProps = {
  onDone: () => void;
  close: () => void;
  /** What it is asked for, if not for a change of the own sign-in. */
  says?: ReactNode;
};

/** Asks for the password, a code or a passkey. */
export function ConfirmIdentity({ onDone, close, says }: ConfirmProps) {
  const { t } = useLingui();
  const { data: found } = useRead(securityRead);
  const [typed, setTyped] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const form = useFormErrors({
    places: {
      WRONG_PASSWORD: 'typed',
      WRONG_CODE: 'typed',
      CODE_USED: 'typed',
      CLOCK_WRONG: 'typed',
    },
  });
  const { start, isPending } = useChange({
    run: (body: NonNullable<Proof>) => api(confirmIdentity, { body: body as never }),
    onDone,
    onError: (error) => {
      form.refuseBy(error, () => false);
      return true;
    },
  });
  const hasCode = found?.app?.since != null || (found?.recoveryCodes.left ?? 0) > 0;
  const takesCode = hasCode && (wantsCode || found?.hasPassword === false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.clear();
    void start((takesCode ? { code: typed } : { password: typed }) as never);
  };
  const byPasskey = async () => {
    form.clear();
    try {
      const { data } = await api(askConfirmingPasskey, {});
      const credential = await signWithPasskey(data);
      void start({ credential } as never);
    } catch (error) {
      if (!isDismissed(error)) form.refuseBy(error, () => false);
    }
  };
  const field = {
    value: typed,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setTyped(currentTarget.value),
    error: form.errors['typed'],
    'data-autofocus': true,
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.quiet}>
        {says ?? <Trans>You are about to change how you sign in. This is asked once in ten minutes.</Trans>}
      </p>
      {form.whole && (
        <Note tone="error" announce>
          {form.whole}
        </Note>
      )}
      {takesCode ? (
        <TextInput key="code" label={t`Code`} autoComplete="one-time-code" {...field} />
      ) : (
        found?.hasPassword !== false && <PasswordInput key="password" label={t`Password`} {...field} />
      )}
      {(hasCode || (found?.passkeys.length ?? 0) > 0) && (
        <div className={styles.actions}>
          {(found?.passkeys.length ?? 0) > 0 && (
            <Button
              leftSection={<IconFingerprint size={18} stroke={1.75} />}
              onClick={() => void byPasskey()}
            >
              <Trans>Use a passkey</Trans>
            </Button>
          )}
          {hasCode && found?.hasPassword && (
            <Button
              onClick={() => {
                setWantsCode(!wantsCode);
                setTyped('');
                form.clear();
              }}
            >
              {takesCode ? <Trans>Use the password</Trans> : <Trans>Use a code</Trans>}
            </Button>
          )}
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        <Button onClick={close} disabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="ink" loading={isPending} disabled={typed === ''}>
          <Trans>Confirm</Trans>
        </Button>
      </Group>
    </form>
  );
}
