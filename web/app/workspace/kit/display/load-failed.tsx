import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { Note } from '../../../ui/notices/note.tsx';

/** Replaces a part of a page that could not load. The rest of the page stays usable. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const { i18n } = useLingui();
  // Trying again does not help without permission, so the error page shows it.
  if (error instanceof ApiError && error.status === 403) throw error;
  return (
    <Note
      tone="error"
      announce
      action={
        <button type="button" className="link" onClick={retry}>
          <Trans>Try again</Trans>
        </button>
      }
    >
      {errorMessage(i18n, error)}
    </Note>
  );
}
