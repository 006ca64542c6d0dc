import type { ApiErrorCode } from '../../platform/api/error.ts';

/** What may help when a file could not be read. `again`: nothing is known to be wrong with the file itself. */
export type Remedy = 'encoding' | 'again' | 'other_file';

const OF_TEXT: readonly ApiErrorCode[] = ['FILE_ENCODING', 'FILE_TYPE', 'FILE_UNREADABLE'];

/** What may help after this error; null for one that is not of the API, such as a connection that was lost. */
export function remedyOf(code: ApiErrorCode | null, fileName: string): Remedy {
  if (!code?.startsWith('FILE_')) return 'again';
  return OF_TEXT.includes(code) && !/\.xlsx$/i.test(fileName) ? 'encoding' : 'other_file';
}
