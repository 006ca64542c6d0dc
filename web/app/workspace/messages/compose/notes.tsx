import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Note } from '../../../ui/notices/note.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { useResendConfirmation } from '../../kit/data/resend-confirmation.ts';
import { useSession } from '../../kit/data/session.ts';
import { useAwaitConfirmation } from '../../kit/identity/await-confirmation.ts';

/** Says that somebody has to confirm their address before they send messages. */
export function ConfirmFirst() {
  const { me } = useSession();
  useAwaitConfirmation(!me.emailConfirmed);
  const resend = useResendConfirmation();
  return (
    <Note
      tone="attn"
      action={
        <button type="button" className="link" aria-disabled={resend.isPending} onClick={resend.send}>
          <Trans>Resend</Trans>
        </button>
      }
    >
      <Trans>Only people with a confirmed address can send messages. We sent a link to {me.email}.</Trans>
    </Note>
  );
}

/** Says that nobody can reply to the messages of the event, and where that changes. */
export function NoReplies() {
  const { id } = useEvent();
  return (
    <Note
      tone="attn"
      action={
        <Link className="link" to={eventPath(id, 'settings/email')}>
          <Trans>Add one in the settings</Trans>
        </Link>
      }
    >
      <Trans>This event has no support address, so nobody can reply to its messages.</Trans>
    </Note>
  );
}
