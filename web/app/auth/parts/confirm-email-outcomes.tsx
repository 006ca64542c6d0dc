import { Trans, useLingui } from '@lingui/react/macro';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/link.tsx';
import styles from './form.module.css';
import { Frame } from './frame.tsx';

/** The address is confirmed, now or earlier. */
export function ConfirmedEmail({ isNew, isSignedIn }: { isNew: boolean; isSignedIn: boolean }) {
  const { t } = useLingui();
  return (
    <Frame
      title={t`Email confirmed`}
      heading={isNew ? <Trans>Email confirmed</Trans> : <Trans>Already confirmed</Trans>}
      lead={
        isNew ? (
          <Trans>You can publish your events now.</Trans>
        ) : (
          <Trans>This email address was confirmed before. There is nothing left to do.</Trans>
        )
      }
    >
      <div className={styles.actions}>
        {isSignedIn ? (
          <ButtonLink to="/manage/events" variant="primary" size="xl" block reloadDocument>
            <Trans>Go to your events</Trans>
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

/** The link is wrong, was replaced by a later one, or is too old. */
export function InvalidLink({ signedInAs }: { signedInAs: string | null }) {
  const { t } = useLingui();
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Frame
      title={t`This link no longer works`}
      heading={<Trans>This link no longer works</Trans>}
      lead={
        signedInAs === null ? (
          <Trans>
            A link to confirm an address works for seven days, and only the newest one does. Sign in to get a
            new one.
          </Trans>
        ) : (
          <Trans>
            A link to confirm an address works for seven days, and only the newest one does. We can send a new
            one to {signedInAs}.
          </Trans>
        )
      }
    >
      {signedInAs === null ? (
        <div className={styles.actions}>
          <ButtonLink to="/auth/login" variant="primary" size="xl" block>
            <Trans>Sign in</Trans>
          </ButtonLink>
        </div>
      ) : (
        <Form method="post" replace className={styles.actions}>
          <Button
            type="submit"
            name="intent"
            value="resend"
            variant="primary"
            size="xl"
            block
            loading={isBusy}
          >
            <Trans>Send a new link</Trans>
          </Button>
          <ButtonLink to="/manage/events" size="xl" block reloadDocument>
            <Trans>Go to your events</Trans>
          </ButtonLink>
        </Form>
      )}
    </Frame>
  );
}

export function NewLinkSent({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <Frame
      title={t`Check your mailbox`}
      heading={<Trans>Check your mailbox</Trans>}
      lead={<Trans>We sent a new link to {email}.</Trans>}
    >
      <div className={styles.actions}>
        <ButtonLink to="/manage/events" variant="primary" size="xl" block reloadDocument>
          <Trans>Go to your events</Trans>
        </ButtonLink>
      </div>
    </Frame>
  );
}
