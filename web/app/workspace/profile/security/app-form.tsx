import { confirmApp } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { keys } from '../../kit/data/keys.ts';
import { viewBox } from '../../kit/event-actions/sharing/qr-files.ts';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import { showRecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';
import { useSecureChange } from './use-secure-change.ts';

type AppFormProps = { appKey: string; uri: string; onDone: () => void; onLeave: (() => void) | null };

/** The square code and the key for an authenticator app, and the field for its first code. */
export function AppForm({ appKey, uri, onDone, onLeave }: AppFormProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const form = useFormErrors({ places: { WRONG_CODE: 'code', CODE_USED: 'code', CLOCK_WRONG: 'code' } });
  const { data: drawn } = useQuery({
    queryKey: ['qr', uri],
    queryFn: async () => (await import('../../../platform/qr.ts')).drawQr(uri),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { start, isPending } = useSecureChange({
    run: (typed: string) => api(confirmApp, { body: { code: typed } }),
    invalidates: () => [keys.security],
    success: () => t`Two-step sign-in is on. Your other sessions were ended.`,
    onDone: ({ data: { recoveryCodes } }) => {
      if (recoveryCodes) showRecoveryCodes(recoveryCodes, t`Keep your recovery codes`, onDone);
      else onDone();
    },
    onError: (error) => {
      form.refuseBy(error, (path) => path === 'code');
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.clear();
    void start(code);
  };
  const grouped = appKey.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.quiet}>
        <Trans>Scan this with your authenticator app, or type the key into it.</Trans>
      </p>
      {drawn ? (
        <svg
          className={styles.qr}
          viewBox={viewBox(drawn)}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t`QR code for the authenticator app`}
        >
          <path d={drawn.path} fill="#000" />
        </svg>
      ) : (
        <Skeleton width={184} height={184} />
      )}
      <p>
        <Trans>
          Key: <span className={styles.key}>{grouped}</span>
        </Trans>
      </p>
      {form.whole && (
        <Note tone="error" announce>
          {form.whole}
        </Note>
      )}
      <TextInput
        label={t`Code from the app`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        data-autofocus
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          form.forget('code');
        }}
        error={form.errors['code']}
      />
      <Group justify="flex-end" gap="xs">
        {onLeave && (
          <Button onClick={onLeave} disabled={isPending}>
            <Trans>Not now</Trans>
          </Button>
        )}
        <Button type="submit" variant="ink" loading={isPending} disabled={code.trim() === ''}>
          <Trans>Turn on</Trans>
        </Button>
      </Group>
    </form>
  );
}
