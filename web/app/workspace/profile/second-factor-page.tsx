import { logout } from '@entrada/contract/accounts/accounts';
import { beginApp } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFingerprint, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform/api/client.ts';
import { homePath, loginPath } from '../../platform/previous-url.ts';
import { Logo } from '../../ui/brand/logo.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { latePart } from '../kit/late/part.tsx';
import { readInBrowser, readOnServer, useRead } from '../kit/reading/reads.ts';
import styles from './second-factor.module.css';
import { reads, securityRead } from './security/reads.ts';
import { useDeviceName } from './security/sessions.tsx';
import { useAddPasskey } from './security/use-add-passkey.tsx';
import { useSecureChange } from './security/use-secure-change.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);

const AppForm = latePart(async () => (await import('./security/app-form.tsx')).AppForm, {
  Place: () => <Skeleton height={320} />,
});

const goOn = () => location.assign(homePath);

/** The only page for a member without a second factor in an account that asks for one. */
export default function SecondFactorPage() {
  const { t } = useLingui();
  const { me } = useSession();
  const { data: found } = useRead(securityRead);
  const [app, setApp] = useState<{ key: string; uri: string } | null>(null);
  const name = useDeviceName();
  const own = found?.sessions.find((session) => session.isCurrent);
  const passkey = useAddPasskey(name(own ?? { browser: '', system: '' }), goOn);
  const begin = useSecureChange({
    run: (_: null) => {
      AppForm.ahead();
      return api(beginApp, {});
    },
    onDone: ({ data }) => setApp(data),
  });
  const signOut = useChange({
    run: (_: null) => api(logout, {}),
    onDone: () => location.assign(loginPath),
  });
  const account = me.account.name;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Logo />
        <Button onClick={() => void signOut.start(null)}>
          <Trans>Sign out</Trans>
        </Button>
      </header>
      <main>
        <PageHeader title={<Trans>Set up two-step sign-in</Trans>} tab={[t`Set up two-step sign-in`]} />
        <p className={styles.lead}>
          <Trans>
            {account} asks everyone for a second step. Set one up to go on; it takes a minute. Until then
            nothing of this account opens.
          </Trans>
        </p>
        {app ? (
          <AppForm appKey={app.key} uri={app.uri} onDone={goOn} onLeave={() => setApp(null)} />
        ) : (
          <div className={styles.ways}>
            {passkey.isAble && (
              <Button
                variant="primary"
                leftSection={<IconFingerprint size={18} stroke={1.75} />}
                loading={passkey.isPending}
                onClick={passkey.add}
              >
                <Trans>Add a passkey</Trans>
              </Button>
            )}
            <Button
              leftSection={<IconShieldCheck size={18} stroke={1.75} />}
              loading={begin.isPending}
              onClick={() => void begin.start(null)}
            >
              <Trans>Use an authenticator app</Trans>
            </Button>
          </div>
        )}
      </main>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
