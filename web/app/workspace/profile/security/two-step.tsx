import { beginApp, removeApp, renewRecoveryCodes, type Security } from '@entrada/contract/accounts/security';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconKey, IconShieldCheck } from '@tabler/icons-react';
import { api } from '../../../platform/api/client.ts';
import { formatDay, formatList } from '../../../platform/i18n/format.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { modals } from '../../kit/dialogs/modals.ts';
import { useLateDialog } from '../../kit/dialogs/use-late-dialog.ts';
import { Section } from '../../kit/display/section.tsx';
import { askFirst } from '../../kit/frame/confirm.tsx';
import { showRecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';
import { useSecureChange } from './use-secure-change.ts';

/** The authenticator app and the recovery codes. */
export function TwoStepSection({ found }: { found: Security }) {
  const { i18n } = useLingui();
  const accounts = formatList(found.requiredBy, i18n.locale);
  return (
    <Section
      title={<Trans>Two-step sign-in</Trans>}
      text={<Trans>Asked after your password. Passkeys do not need it.</Trans>}
    >
      <ul className={styles.rows}>
        <AppRow found={found} />
        {found.recoveryCodes.of > 0 && <CodesRow found={found} />}
      </ul>
      {found.requiredBy.length > 0 && (
        <p className={styles.quiet}>
          <Trans>{accounts} asks everyone for a second step.</Trans>
        </p>
      )}
    </Section>
  );
}

function AppRow({ found }: { found: Security }) {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const zoned = { locale: i18n.locale, timezone: me.timezone ?? me.account.timezone };
  const since = found.app?.since ?? null;
  const day = since && formatDay(since, zoned);
  const openLate = useLateDialog();
  const begin = useSecureChange({
    run: (_: null) => api(beginApp, {}),
    invalidates: () => [keys.security],
    onDone: ({ data }) =>
      void openLate(
        async () => (await import('./app-form.tsx')).AppForm,
        (AppForm) => {
          const id = modals.open({
            title: t`Set up an authenticator app`,
            children: (
              <AppForm
                appKey={data.key}
                uri={data.uri}
                onDone={() => modals.close(id)}
                onLeave={() => modals.close(id)}
              />
            ),
          });
        },
      ),
  });
  const remove = useSecureChange({
    run: (_: null) => api(removeApp, {}),
    invalidates: () => [keys.security],
    success: () => t`The authenticator app is off.`,
  });
  const askToRemove = () =>
    askFirst({
      title: t`Turn the authenticator app off?`,
      text: t`Its codes no longer work. You can set it up again at any time.`,
      confirm: t`Turn off`,
      keep: t`Keep it on`,
      run: async () => {
        await remove.start(null);
        return true;
      },
    });
  return (
    <li className={styles.row}>
      <IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>
          <Trans>Authenticator app</Trans>
        </p>
        <p className={styles.detail}>
          {day ? (
            <Trans>On since {day}</Trans>
          ) : found.app ? (
            <Trans>Set up half way. It is not asked for yet.</Trans>
          ) : (
            <Trans>Off</Trans>
          )}
        </p>
      </div>
      {day ? (
        <Button loading={remove.isPending} onClick={askToRemove}>
          <Trans>Turn off</Trans>
        </Button>
      ) : (
        <Button loading={begin.isPending} onClick={() => void begin.start(null)}>
          {found.app ? <Trans>Go on</Trans> : <Trans>Set up</Trans>}
        </Button>
      )}
    </li>
  );
}

function CodesRow({ found }: { found: Security }) {
  const { t } = useLingui();
  const { left, of } = found.recoveryCodes;
  const renew = useSecureChange({
    run: (_: null) => api(renewRecoveryCodes, {}),
    invalidates: () => [keys.security],
    onDone: ({ data }) => showRecoveryCodes(data.recoveryCodes, t`Your new recovery codes`),
  });
  return (
    <li className={styles.row}>
      <IconKey size={20} stroke={1.75} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>
          <Trans>Recovery codes</Trans>
        </p>
        <p className={styles.detail}>
          {left === 0 ? (
            <Trans>All used. Make new ones.</Trans>
          ) : (
            <Plural
              value={left}
              one={`# of ${of} left. Keep it on paper.`}
              other={`# of ${of} left. Keep them on paper.`}
            />
          )}
        </p>
      </div>
      <Button loading={renew.isPending} onClick={() => void renew.start(null)}>
        <Trans>New codes</Trans>
      </Button>
    </li>
  );
}
