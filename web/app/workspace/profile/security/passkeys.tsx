import { type Passkey, removePasskey, type Security } from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { api } from '../../../platform/api/client.ts';
import { formatDay } from '../../../platform/i18n/format.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { modals } from '../../kit/dialogs/modals.ts';
import { useLateDialog } from '../../kit/dialogs/use-late-dialog.ts';
import { Ago } from '../../kit/display/ago.tsx';
import { Section } from '../../kit/display/section.tsx';
import { askFirst } from '../../kit/frame/confirm.tsx';
import { Menu } from '../../kit/menus/menu.tsx';
import styles from './security.module.css';
import { useDeviceName } from './sessions.tsx';
import { useAddPasskey } from './use-add-passkey.tsx';
import { useSecureChange } from './use-secure-change.ts';

export function PasskeySection({ found }: { found: Security }) {
  const name = useDeviceName();
  const own = found.sessions.find((session) => session.isCurrent);
  const { add, isPending, isAble } = useAddPasskey(name(own ?? { browser: '', system: '' }));
  return (
    <Section
      title={<Trans>Passkeys</Trans>}
      text={<Trans>Sign in with your face, finger or screen lock. Nobody can phish them.</Trans>}
    >
      {found.passkeys.length > 0 && (
        <ul className={styles.rows}>
          {found.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAble ? (
        <div className={styles.actions}>
          <Button
            variant="primary"
            leftSection={<IconPlus size={18} stroke={1.75} />}
            loading={isPending}
            onClick={add}
          >
            <Trans>Add a passkey</Trans>
          </Button>
        </div>
      ) : (
        <p className={styles.quiet}>
          <Trans>This browser cannot make passkeys. Try another browser or device.</Trans>
        </p>
      )}
    </Section>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const timezone = me.timezone ?? me.account.timezone;
  const { name, id } = passkey;
  const day = formatDay(passkey.createdAt, { locale: i18n.locale, timezone });
  const remove = useSecureChange({
    run: (_: null) => api(removePasskey, { params: { passkeyId: String(id) } }),
    invalidates: () => [keys.security],
    success: () => t`The passkey is removed.`,
  });
  const ask = () =>
    askFirst({
      title: t`Remove this passkey?`,
      text: t`${name} can no longer sign in. Delete it on the device too.`,
      confirm: t`Remove passkey`,
      keep: t`Keep passkey`,
      run: async () => {
        await remove.start(null);
        return true;
      },
    });
  const openLate = useLateDialog();
  const rename = () =>
    void openLate(
      async () => (await import('./rename-passkey.tsx')).RenameForm,
      (RenameForm) => {
        const dialog = modals.open({
          title: t`Rename passkey`,
          children: <RenameForm passkey={passkey} close={() => modals.close(dialog)} />,
        });
      },
    );
  return (
    <li className={styles.row}>
      <IconFingerprint size={20} stroke={1.75} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>
          <Trans>Added {day}</Trans>
          {' · '}
          {passkey.lastUsedAt ? (
            <Trans>
              used <Ago at={passkey.lastUsedAt} timezone={timezone} />
            </Trans>
          ) : (
            <Trans>never used</Trans>
          )}
        </p>
      </div>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" size={44} aria-label={t`More about ${name}`}>
            <IconDots size={20} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} />} onClick={rename}>
            <Trans>Rename</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={18} stroke={1.75} />} onClick={ask}>
            <Trans>Remove</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
