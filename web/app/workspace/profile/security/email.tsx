import {
  cancelEmailChange,
  requestEmailChange,
  resendEmailChange,
  type Security,
} from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { Section } from '../../kit/display/section.tsx';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import { loadError } from '../../kit/late/part.tsx';
import { useLoaded } from '../../kit/late/use-loaded.ts';
import styles from './security.module.css';
import { useSecureChange } from './use-secure-change.ts';

const isKnown = (path: string) => path === 'email';
const loadJudge = async () => (await import('../../kit/form/judge.ts')).judge;

/** The address that one signs in with, and a change of it that waits. */
export function EmailSection({ found }: { found: Security }) {
  const { t } = useLingui();
  const [email, setEmail] = useState(found.email);
  const form = useFormErrors();
  const { start, isPending } = useSecureChange({
    run: (to: string) => api(requestEmailChange, { body: { email: to } }),
    invalidates: () => [keys.security],
    success: (_, to) => t`We sent a link to ${to}.`,
    onDone: () => setEmail(found.email),
    onError: (error) => {
      form.refuseBy(error, isKnown);
      return true;
    },
  });
  const isDirty = email.trim() !== found.email;
  const judge = useLoaded(loadJudge, isDirty);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = email.trim();
    judge.run(
      (judged) => {
        const { body, wrong } = judged(requestEmailChange, { email: to });
        if (!body) return form.refuseWrong(wrong, isKnown);
        form.clear();
        void start(to);
      },
      () => form.refuseBy(loadError(), isKnown),
    );
  };
  return (
    <Section
      title={<Trans>Email</Trans>}
      text={<Trans>You sign in with it, and we write to you there.</Trans>}
    >
      <form noValidate onSubmit={submit} className={styles.form}>
        {form.whole && (
          <Note tone="error" announce>
            {form.whole}
          </Note>
        )}
        <TextInput
          label={t`Email`}
          type="email"
          autoComplete="email"
          value={email}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            form.forget('email');
          }}
          error={form.errors['email']}
        />
        {isDirty && (
          <div className={styles.actions}>
            <Button type="submit" variant="ink" loading={isPending || judge.isAwaited}>
              <Trans>Change email</Trans>
            </Button>
            <Button onClick={() => setEmail(found.email)} disabled={isPending}>
              <Trans>Discard</Trans>
            </Button>
          </div>
        )}
      </form>
      {found.emailChange && <Waiting change={found.emailChange} />}
    </Section>
  );
}

function Waiting({ change }: { change: NonNullable<Security['emailChange']> }) {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const { newEmail, isExpired } = change;
  const params = { userId: String(me.id) };
  const resend = useChange({
    run: () => api(resendEmailChange, { params }),
    invalidates: () => [keys.security],
    success: () => t`We sent the link again to ${newEmail}.`,
  });
  const keep = useChange({
    run: () => api(cancelEmailChange, { params }),
    invalidates: () => [keys.security],
    success: () => t`Your email address stays as it is.`,
  });
  const until = formatDayTime(change.expiresAt, {
    locale: i18n.locale,
    timezone: me.timezone ?? me.account.timezone,
  });
  return (
    <Note tone="attn">
      {isExpired ? (
        <Trans>
          The link to <b>{newEmail}</b> has expired, so nothing was changed.
        </Trans>
      ) : (
        <Trans>
          Waiting for <b>{newEmail}</b>. Open the link we sent there before {until}. Until then nothing
          changes.
        </Trans>
      )}
      <span className={styles.noteActions}>
        <button type="button" className="link" onClick={() => void resend.start(undefined)}>
          <Trans>Send again</Trans>
        </button>
        <button type="button" className="link" onClick={() => void keep.start(undefined)}>
          <Trans>Keep the old one</Trans>
        </button>
      </span>
    </Note>
  );
}
