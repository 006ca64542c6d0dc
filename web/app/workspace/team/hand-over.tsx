import { offerOwnership } from '@entrada/contract/accounts/ownership';
import { personName } from '@entrada/contract/accounts/person-name';
import type { Member } from '@entrada/contract/accounts/team';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api/client.ts';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { keys } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import styles from './team.module.css';

/** Asks for the password, and then offers the account to a member. */
export function HandOver({ member, close }: { member: Member; close: () => void }) {
  const { t, i18n } = useLingui();
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const name = personName(member);
  const offer = useChange({
    run: () => api(offerOwnership, { body: { userId: member.id, password } }),
    invalidates: () => [keys.ownershipTransfer],
    success: () => t`${name} has to agree now. We sent an email.`,
    onDone: close,
    onError: (thrown) => {
      setError(errorMessage(i18n, thrown));
      return true;
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setError('');
        void offer.start(undefined);
      }}
    >
      <p className={styles.text}>
        <Trans>
          {name} becomes the owner as soon as they agree, within seven days. You stay as an administrator, and
          only {name} can give the account back. Until then you can take the offer back under Your accounts.
        </Trans>
      </p>
      <PasswordInput
        label={t`Your password`}
        autoComplete="current-password"
        data-autofocus
        mt="md"
        value={password}
        onChange={(change) => setPassword(change.currentTarget.value)}
        error={error}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button onClick={close} disabled={offer.isPending}>
          <Trans>Keep the account</Trans>
        </Button>
        <Button type="submit" variant="danger-solid" loading={offer.isPending} disabled={password === ''}>
          <Trans>Offer the account</Trans>
        </Button>
      </Group>
    </form>
  );
}
