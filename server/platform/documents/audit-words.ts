import type { AuditWords } from '@entrada/documents/types';
import { type Ctx, userOf } from '../context.ts';

/** The words of the audit log in the language of the signed-in user. They cost nothing, so no thread is asked. */
export async function auditWords(ctx: Pick<Ctx, 'actor'>): Promise<AuditWords> {
  const documents = await import('@entrada/documents');
  return documents.auditWords(userOf(ctx.actor).locale);
}
