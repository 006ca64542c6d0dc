import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { mailboxPath } from '../../platform/api/mailbox.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import styles from './page.module.css';

/** What happens next. It is the same for every address, so that it tells nobody whether one is known. */
export function Asked({ email, hasMailbox }: { email: string; hasMailbox: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        <Trans>Check your mailbox</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>
          If there are tickets for <b>{email}</b>, their links are on the way. That can take a few minutes.
        </Trans>
      </p>
      <div className={styles.actions}>
        {hasMailbox && (
          <a
            className={buttonClass({ variant: 'primary', size: 'xl', block: true })}
            href={mailboxPath(email)}
          >
            <Trans>Open the mailbox</Trans>
          </a>
        )}
        <a className={buttonClass({ variant: 'default', size: 'xl', block: true })} href="/tickets/find">
          <Trans>Try another address</Trans>
        </a>
      </div>
      <h2>
        <Trans>Nothing arrived?</Trans>
      </h2>
      <ul className={styles.hints}>
        <li>
          <Trans>Look in the folder for spam.</Trans>
        </li>
        <li>
          <Trans>Perhaps you bought with another address, or somebody bought for you. Then ask them.</Trans>
        </li>
        <li>
          <Trans>We send one such email in 15 minutes, so it may be there already.</Trans>
        </li>
        <li>
          <Trans>If none of it helps, write to the organizer. The page of the event says how.</Trans>
        </li>
      </ul>
    </>
  );
}
