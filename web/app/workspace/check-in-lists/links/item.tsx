import type { CheckInLink } from '@entrada/contract/door/check-in-links';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconLink, IconLock, IconQrcode, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useFocusBack } from '../../kit/dialogs/use-inline-form.ts';
import { Ago } from '../../kit/display/ago.tsx';
import { useEventActions } from '../../kit/event-actions/provider.tsx';
import { askFirst } from '../../kit/frame/confirm.tsx';
import { EditItem, RowMenu } from '../../kit/list/row.tsx';
import { Menu } from '../../kit/menus/menu.tsx';
import { closeLink, linkPath, type OfList, replaceLink } from './api.ts';
import { LinkForm } from './form.tsx';
import styles from './links.module.css';
import { LinkQr } from './qr.tsx';

/** One link: what it may do, its phones, and the actions for it. */
export function LinkItem({ of, link }: { of: OfList; link: CheckInLink }) {
  const { t } = useLingui();
  const { copyLink } = useEventActions();
  const [isEditing, setEditing] = useState(false);
  const [showsQr, setShowsQr] = useState(false);
  const item = useFocusBack<HTMLLIElement>(isEditing);
  const { name } = link;
  const touched = () => [keys.checkInLinks(of.eventId, of.listId), keys.checkInLists(of.eventId)];
  const replace = useChange({
    run: () => replaceLink(of, link),
    invalidates: touched,
    success: () => t`${name} has a new address.`,
  });
  const end = useChange({
    run: () => closeLink(of, link),
    invalidates: touched,
    success: () => t`${name} is closed.`,
  });
  if (isEditing)
    return (
      <li ref={item} className={styles.link}>
        <LinkForm of={of} link={link} close={() => setEditing(false)} />
      </li>
    );
  return (
    <li ref={item} className={styles.link}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <Badge tone={link.role === 'supervisor' ? 'info' : 'neutral'} quiet>
          {link.role === 'supervisor' ? <Trans>Supervisor</Trans> : <Trans>Steward</Trans>}
        </Badge>
        {link.hasPin && (
          <span className={styles.pin}>
            <IconLock size={16} stroke={1.75} aria-hidden="true" />
            <Trans>PIN</Trans>
          </span>
        )}
        <RowMenu name={name}>
          <EditItem onClick={() => setEditing(true)}>
            <Trans>Edit link</Trans>
          </EditItem>
          <Menu.Item
            leftSection={<IconRefresh size={18} stroke={1.75} />}
            onClick={() =>
              askFirst({
                title: t`Give this link a new address?`,
                text: (
                  <Trans>
                    The old address stops working at once, and its phones need the new one. No scan is lost.
                  </Trans>
                ),
                keep: t`Keep address`,
                confirm: t`New address`,
                run: () => replace.start(null),
              })
            }
          >
            <Trans>New address</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--bad-text)"
            leftSection={<IconX size={18} stroke={1.75} />}
            onClick={() =>
              askFirst({
                title: t`Close this link?`,
                text: <Trans>It stops working at once on every phone. Its scans are kept.</Trans>,
                keep: t`Keep link`,
                confirm: t`Close link`,
                run: () => end.start(null),
              })
            }
          >
            <Trans>Close link</Trans>
          </Menu.Item>
        </RowMenu>
      </div>
      <Phones link={link} />
      <div className={styles.actions}>
        <Button
          leftSection={<IconLink size={18} stroke={1.75} />}
          onClick={() => void copyLink(linkPath(link))}
        >
          <Trans>Copy link</Trans>
        </Button>
        <Button
          leftSection={<IconQrcode size={18} stroke={1.75} />}
          aria-expanded={showsQr}
          onClick={() => setShowsQr(!showsQr)}
        >
          {showsQr ? <Trans>Hide code</Trans> : <Trans>Show code</Trans>}
        </Button>
      </div>
      {showsQr && <LinkQr path={linkPath(link)} name={name} />}
    </li>
  );
}

function Phones({ link: { devices } }: { link: CheckInLink }) {
  const { timezone } = useEvent();
  if (devices.length === 0)
    return (
      <p className={styles.quiet}>
        <Trans>No phone was here within a day</Trans>
      </p>
    );
  return (
    <ul className={styles.phones}>
      {devices.map((device) => (
        <li key={device.id} className={styles.phone}>
          <span>{device.name}</span>
          <span className={styles.quiet}>
            <Ago at={device.lastSeenAt} timezone={timezone} />
            {device.waiting > 0 && (
              <>
                {' · '}
                <Plural value={device.waiting} one="# scan waits" other="# scans wait" />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
