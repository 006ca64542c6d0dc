import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/buttons/link.tsx';
import styles from './form.module.css';
import { Frame } from './frame.tsx';

type LinkOutcomeProps = { title: string; heading: ReactNode; lead: ReactNode; isSignedIn: boolean };

/** How a mailed link about the address ended, with the way on. */
export function LinkOutcome({ title, heading, lead, isSignedIn }: LinkOutcomeProps) {
  return (
    <Frame title={title} heading={heading} lead={lead}>
      <div className={styles.actions}>
        {isSignedIn ? (
          <ButtonLink to="/manage/profile/security" variant="primary" size="xl" block reloadDocument>
            <Trans>Go to your profile</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to="/auth/login" variant="primary" size="xl" block>
            <Trans>Sign in</Trans>
          </ButtonLink>
        )}
      </div>
    </Frame>
  );
}
