import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconExternalLink, IconMail, IconShare2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useCopyLink } from '../use-copy-link.ts';
import { WhatPublishingOpens } from '../what-opens.tsx';
import styles from './dialog.module.css';
import { QrCode } from './qr-code.tsx';

/** `publicPath`: the address of its public page on this site. */
export type SharedEvent = Pick<EventDetail, 'title' | 'publicPath' | 'calledOffAt'>;

const icon = { size: 18, stroke: 1.75 };

type ShareDialogProps = { event: SharedEvent; isNew: boolean; close: () => void };

/** The link and the QR code of a live event, and the ways to pass them on. */
export function ShareDialog({ event, isNew, close }: ShareDialogProps) {
  const { t } = useLingui();
  const copyLink = useCopyLink();
  const { title, publicPath } = event;
  const address = location.origin + publicPath;
  const copy = useRef<HTMLButtonElement>(null);
  // The dialog may replace the question before publishing, which had the focus.
  useEffect(() => copy.current?.focus(), []);
  const share = async () => {
    // A person who closes the share sheet rejects the promise.
    await navigator.share({ title, url: address }).catch(() => undefined);
  };
  const mail = `mailto:?${new URLSearchParams({ subject: title, body: address })}`.replaceAll('+', '%20');
  return (
    <div className={styles.dialog}>
      {isNew && (
        <p className={styles.quiet}>
          <WhatPublishingOpens event={event} />
        </p>
      )}
      <div className={styles.link}>
        <TextInput
          label={t`Link`}
          value={address}
          readOnly
          onFocus={(focus) => focus.currentTarget.select()}
        />
        <Button
          ref={copy}
          data-autofocus
          variant="primary"
          leftSection={<IconCopy {...icon} />}
          onClick={() => void copyLink(publicPath)}
        >
          <Trans>Copy link</Trans>
        </Button>
      </div>
      <QrCode address={address} fileName={`${publicPath.split('/').at(-1)}-qr`} />
      <div className={styles.footer}>
        {typeof navigator.share === 'function' ? (
          <Button leftSection={<IconShare2 {...icon} />} onClick={() => void share()}>
            <Trans>Share</Trans>
          </Button>
        ) : (
          <Button component="a" href={mail} leftSection={<IconMail {...icon} />}>
            <Trans>Send by email</Trans>
          </Button>
        )}
        <Button component="a" href={publicPath} leftSection={<IconExternalLink {...icon} />}>
          <Trans>View event page</Trans>
        </Button>
        <Button className={styles.done ?? ''} variant="subtle" onClick={close}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  );
}
