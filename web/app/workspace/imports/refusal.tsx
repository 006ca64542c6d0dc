import { Trans } from '@lingui/react/macro';
import { Note } from '../../ui/notices/note.tsx';
import type { useReadFile } from './use-read-file.ts';

/** Why a file could not be read. After an error that is not the file's it can be read again. */
export function ReadRefusal({ refusal, isPending, read }: ReturnType<typeof useReadFile>) {
  if (!refusal) return null;
  const { text, remedy, source, reading } = refusal;
  return (
    <Note
      tone="error"
      announce
      action={
        remedy === 'again' && (
          <button type="button" className="link" disabled={isPending} onClick={() => read(source, reading)}>
            <Trans>Try again</Trans>
          </button>
        )
      }
    >
      {text}
    </Note>
  );
}
