import { Trans, useLingui } from '@lingui/react/macro';
import { Note } from '../../../ui/notices/note.tsx';
import { useResendConfirmation } from '../data/resend-confirmation.ts';
import { useSession } from '../data/session.ts';
import styles from './email-banner.module.css';

/** Reminds the user to confirm their email address. No event can be published before. */
export function EmailBanner() {
  const { t } = useLingui();
  const { me } = useSession();
  const resend = useResendConfirmation();
  if (me.emailConfirmed) return null;
  return (
    <aside className={styles.banner} aria-label={t`Email confirmation`}>
      <Note
        tone="attn"
        action={
          <button type="button" className="link" aria-disabled={resend.isPending} onClick={resend.send}>
            <Trans>Resend</Trans>
          </button>
        }
      >
        <Trans>Confirm your email before you publish. We sent a link to {me.email}.</Trans>
      </Note>
    </aside>
  );
}
