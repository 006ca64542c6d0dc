import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { refusedBy } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { goToLogin } from '../../../platform/previous-url.ts';
import { saveBlob } from '../data/save-blob.ts';
import { useChange } from '../data/use-change.ts';
import { notifyError } from '../frame/notify.tsx';

type Wanted = {
  /** Below `/api`. */
  path: string;
  params: Record<string, string>;
};

/** Downloads a file of the API under the name that the server gives it. */
async function saveFile({ path, params }: Wanted): Promise<void> {
  const reply = await fetch(`/api${path}?${new URLSearchParams(params)}`, { credentials: 'include' });
  if (reply.status === 401) goToLogin();
  if (!reply.ok) throw await refusedBy(reply.status, await reply.json().catch(() => undefined));
  const [, name = 'export.csv'] =
    /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '') ?? [];
  saveBlob(await reply.blob(), name);
}

/** The minutes to wait after too many exports. Null for any other error. */
function minutesToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') return null;
  const { retryAfter } = error.params;
  return typeof retryAfter === 'number' ? Math.ceil(retryAfter / 60) : null;
}

/** Saves an exported file. Says so, or why it could not. */
export function useSaveFile(onDone?: () => void) {
  const { t } = useLingui();
  return useChange({
    run: saveFile,
    success: () => t`The export is in your downloads.`,
    ...(onDone && { onDone }),
    onError: (error) => {
      const minutes = minutesToWait(error);
      if (minutes === null) return false;
      notifyError(
        t`${plural(minutes, { one: 'Too many exports in a short time. Try again in # minute.', other: 'Too many exports in a short time. Try again in # minutes.' })}`,
      );
      return true;
    },
  });
}
