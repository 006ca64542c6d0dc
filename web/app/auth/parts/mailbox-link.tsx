import { Trans } from '@lingui/react/macro';
import { mailboxPath } from '../../platform/api/mailbox.ts';
import { ButtonLink } from '../../ui/buttons/link.tsx';

/** A link to the mailbox of a demonstration. `to` is the address whose mails are shown. */
export function MailboxLink({ to }: { to: string }) {
  return (
    <ButtonLink to={mailboxPath(to)} variant="primary" size="xl" block reloadDocument>
      <Trans>Open the mailbox</Trans>
    </ButtonLink>
  );
}
