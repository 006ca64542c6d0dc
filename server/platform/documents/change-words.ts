import type { Locale } from '@entrada/contract/constants';
import type { ChangeWords } from '@entrada/documents/types';

/** The usual words for a message that an event is called off or moved. They cost nothing, so no thread is asked. */
export async function changeWords(title: string, locale: Locale): Promise<ChangeWords> {
  const documents = await import('@entrada/documents');
  return documents.changeWords(title, locale);
}
