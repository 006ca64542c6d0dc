import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass } from '../buttons/button.tsx';
import { ErrorPage } from './error-page.tsx';

/** The page of an event that is not online. */
export function NoEventPage() {
  const { t } = useLingui();
  return (
    <ErrorPage
      kind="not-found"
      status={404}
      title={t`Event not available`}
      says={
        <Trans>
          This event is not online. Its organizer may not have published it yet, or may have taken it down. If
          you hold a ticket, the link in your email still works.
        </Trans>
      }
      more={
        <a className={buttonClass({ variant: 'default', size: 'xl' })} href="/tickets/find">
          <Trans>Find my tickets</Trans>
        </a>
      }
    />
  );
}
