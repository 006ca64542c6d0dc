import { renderTicketPdf } from '@entrada/documents';
import type { TicketPdfData } from '@entrada/documents/types';
import type { Db } from '../../db/client.ts';
import type { Drawing } from '../../platform/documents/drawing.ts';
import { watchLoop } from '../event-loop.ts';

/**
 * What it costs to draw a hundred tickets in this thread, in CPU milliseconds. It is the measure of what may stop the
 * event loop, because it is as slow as the machine. Needs a mail with tickets in the mailbox.
 */
export async function costOfDrawingHere(db: Db): Promise<number> {
  const row = await db
    .selectFrom('mail_attachments')
    .select('drawing')
    .where('drawing', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { data } = row.drawing as unknown as Extract<Drawing, { kind: 'tickets' }>;
  const of = (count: number): TicketPdfData => ({
    ...data,
    tickets: Array.from({ length: count }, () => data.tickets[0]).filter((ticket) => ticket !== undefined),
    cover: null,
  });
  // Loading the libraries is not part of the cost.
  await renderTicketPdf(of(1), 'es');
  return (await watchLoop(() => renderTicketPdf(of(100), 'es'))).longest;
}
