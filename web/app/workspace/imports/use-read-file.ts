import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { workspaceErrors } from '../kit/data/error-messages.ts';
import { useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { type Loaded, type Reading, readFile } from './api.ts';

/** What the chooser of the browser offers. */
export const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv';

/** Reads a file, or says why it cannot be read. */
export function useReadFile(onRead: (loaded: Loaded) => void) {
  const { i18n } = useLingui();
  const { id: eventId } = useEvent();
  const [error, setError] = useState('');
  /** The file that could not be read, so that another encoding can be tried. */
  const [refused, setRefused] = useState<File | null>(null);
  const { start, isPending } = useChange({
    run: async ({ source, reading }: { source: File; reading: Reading }) => ({
      source,
      file: await readFile(eventId, source, reading),
    }),
    onDone: (loaded) => {
      setError('');
      setRefused(null);
      onRead(loaded);
    },
    onError: (problem, { source }) => {
      setError(errorMessage(i18n, problem, workspaceErrors));
      setRefused(source);
      return true;
    },
  });
  return {
    read: (source: File, reading: Reading = {}) => void start({ source, reading }),
    isPending,
    error,
    refused,
  };
}
