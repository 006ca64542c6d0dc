import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/buttons/link.tsx';
import styles from './form.module.css';
import { Frame } from './frame.tsx';
import { MailboxLink } from './mailbox-link.tsx';

type CheckMailboxProps = { email: string; hasMailbox: boolean; children: ReactNode };

/** The page after a form whose answer arrives by mail. */
export function CheckMailbox({ email, hasMailbox, children }: CheckMailboxProps) {
  const { t } = useLingui();
  return (
    <Frame title={t`Check your mailbox`} heading={<Trans>Check your mailbox</Trans>} lead={children}>
      <div className={styles.actions}>
        {hasMailbox && <MailboxLink to={email} />}
        <ButtonLink to="/auth/login" variant={hasMailbox ? 'default' : 'ink'} size="xl" block>
          <Trans>Back to sign in</Trans>
        </ButtonLink>
      </div>
    </Frame>
  );
}
