import { changePassword } from '@entrada/contract/accounts/security';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import { keys } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useDialogForm } from '../../kit/dialogs/use-dialog-form.tsx';
import { judge } from '../../kit/form/judge.ts';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import styles from './security.module.css';

const EMPTY = { currentPassword: '', password: '', passwordConfirmation: '' };
const isKnown = (path: string) => path in EMPTY;

/** The old password and the new one, in a dialog. */
export function PasswordForm({ close }: { close: () => void }) {
  const { t } = useLingui();
  const [values, setValues] = useState(EMPTY);
  const form = useFormErrors({ places: { WRONG_PASSWORD: 'currentPassword' } });
  const { start, isPending } = useChange({
    run: (body: typeof EMPTY) => api(changePassword, { body }),
    invalidates: () => [keys.security],
    success: () => t`Your password is changed, and your other sessions were ended.`,
    onDone: close,
    onError: (error) => {
      form.refuseBy(error, isKnown);
      return true;
    },
  });
  const { leave, question } = useDialogForm({
    isDirty: Object.values(values).some((one) => one !== ''),
    isPending,
    close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const judged = judge(changePassword, values);
    if (!judged.body) return form.refuseWrong(judged.wrong, isKnown);
    form.clear();
    void start(values);
  };
  const field = (name: keyof typeof EMPTY, autoComplete: string) => ({
    autoComplete,
    limit: LIMITS.passwordMax,
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setValues((before) => ({ ...before, [name]: value }));
      form.forget(name);
    },
    error: form.errors[name],
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {question}
      {form.whole && (
        <Note tone="error" announce>
          {form.whole}
        </Note>
      )}
      <PasswordInput
        label={t`Current password`}
        data-autofocus
        {...field('currentPassword', 'current-password')}
      />
      <PasswordInput
        label={t`New password`}
        hint={t`At least ${LIMITS.passwordMin} characters.`}
        {...field('password', 'new-password')}
      />
      <PasswordInput label={t`Repeat new password`} {...field('passwordConfirmation', 'new-password')} />
      <p className={styles.quiet}>
        <Trans>Your other sessions end, and we tell you by email.</Trans>
      </p>
      <Group justify="flex-end" gap="xs">
        <Button onClick={leave} disabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="ink" loading={isPending}>
          <Trans>Change password</Trans>
        </Button>
      </Group>
    </form>
  );
}
