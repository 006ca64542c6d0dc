import { Trans, useLingui } from '@lingui/react/macro';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { Note } from '../../ui/notices/note.tsx';

/** Why something could not be read, in place. What was read before stays on the page. */
export function Problem({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const { i18n } = useLingui();
  if (problem === undefined) return null;
  return (
    <Note
      tone="error"
      announce
      action={
        <button type="button" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      }
    >
      {errorMessage(i18n, problem)}
    </Note>
  );
}
