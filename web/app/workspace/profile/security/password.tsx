import type { Security } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatDay } from '../../../platform/i18n/format.ts';
import { useSession } from '../../kit/data/session.ts';
import { modals } from '../../kit/dialogs/modals.ts';
import { useLateDialog } from '../../kit/dialogs/use-late-dialog.ts';
import { Section } from '../../kit/display/section.tsx';
import styles from './security.module.css';

export function PasswordSection({ found }: { found: Security }) {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const zoned = { locale: i18n.locale, timezone: me.timezone ?? me.account.timezone };
  const day = found.passwordChangedAt && formatDay(found.passwordChangedAt, zoned);
  const openLate = useLateDialog();
  const ask = () =>
    void openLate(
      async () => (await import('./password-form.tsx')).PasswordForm,
      (PasswordForm) => {
        const id = modals.open({
          title: t`Change password`,
          children: <PasswordForm close={() => modals.close(id)} />,
        });
      },
    );
  return (
    <Section
      title={<Trans>Password</Trans>}
      text={day ? <Trans>Changed on {day}.</Trans> : <Trans>Not changed since you registered.</Trans>}
    >
      <div className={styles.actions}>
        {found.hasPassword ? (
          <Button onClick={ask}>
            <Trans>Change password</Trans>
          </Button>
        ) : (
          <Button component={Link} to="/auth/forgot-password">
            <Trans>Set a password by email</Trans>
          </Button>
        )}
      </div>
    </Section>
  );
}
