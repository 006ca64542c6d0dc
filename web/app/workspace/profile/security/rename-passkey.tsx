import { type Passkey, renamePasskey } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { keys } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import styles from './security.module.css';

/** The name of a passkey, in a dialog. */
export function RenameForm({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const { t } = useLingui();
  const [name, setName] = useState(passkey.name);
  const form = useFormErrors();
  const { start, isPending } = useChange({
    run: (to: string) =>
      api(renamePasskey, { params: { passkeyId: String(passkey.id) }, body: { name: to } }),
    invalidates: () => [keys.security],
    success: () => t`The passkey is renamed.`,
    onDone: close,
    onError: (error) => {
      form.refuseBy(error, (path) => path === 'name');
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start(name);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={t`Name`}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={form.errors['name'] ?? form.whole}
      />
      <Group justify="flex-end" gap="xs">
        <Button onClick={close} disabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="ink" loading={isPending}>
          <Trans>Rename</Trans>
        </Button>
      </Group>
    </form>
  );
}
