import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '../../ui/buttons/link.tsx';

/** Leads to where a demonstration keeps its mails; `to` is whose. */
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
