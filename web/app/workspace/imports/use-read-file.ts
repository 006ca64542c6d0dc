import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { type Loaded, type Reading, readFile } from './api.ts';
import { type Remedy, remedyOf } from './remedy.ts';

/** What the chooser of the browser offers. */
export const ACCEPTED = '.csv,.tsv,.txt,.xlsx,text/csv';

type Wish = { source: File; reading: Reading };
type Refusal = Wish & { text: string; remedy: Remedy };

/** Reads a file, or says why it cannot be read and what may help. */
export function useReadFile(onRead: (loaded: Loaded) => void) {
  const { i18n } = useLingui();
  const { id: eventId } = useEvent();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { start, isPending } = useChange({
    run: async ({ source, reading }: Wish) => ({
      source,
      file: await readFile(eventId, source, reading),
    }),
    onDone: (loaded) => {
      setRefusal(null);
      onRead(loaded);
    },
    onError: (problem, wish) => {
      const code: ApiErrorCode | null = problem instanceof ApiError ? problem.code : null;
      setRefusal({
        ...wish,
        text: errorMessage(i18n, problem),
        remedy: remedyOf(code, wish.source.name),
      });
      return true;
    },
  });
  return {
    read: (source: File, reading: Reading = {}) => void start({ source, reading }),
    isPending,
    refusal,
  };
}
