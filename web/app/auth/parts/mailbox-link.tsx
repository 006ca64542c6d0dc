import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '../../ui/buttons/link.tsx';

/** A link to the mailbox of a demonstration. `to` is the address whose mails are shown. */
export function MailboxLink({ to }: { to: string }) {
  return (
    <ButtonLink
      to={`/dev/mailbox?query=${encodeURIComponent(to)}`}
      variant="primary"
      size="xl"
      block
      reloadDocument
    >
      <Trans>Open the mailbox</Trans>
    </ButtonLink>
  );
}
