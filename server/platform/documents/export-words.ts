import type { ExportWords } from '@entrada/documents/types';
import { type Ctx, userOf } from '../context.ts';

/** The words of exported files in the language of the signed-in user. They cost nothing, so no thread is asked. */
export async function exportWords(ctx: Pick<Ctx, 'actor'>): Promise<ExportWords> {
  const documents = await import('@entrada/documents');
  return documents.exportWords(userOf(ctx.actor).locale);
}
