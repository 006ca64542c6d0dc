import type { Db } from '../db/client.ts';

/** Runs every waiting job and returns the mails to an address, oldest first. */
export async function mailsTo(
  app: { db: Db; runJobs: () => Promise<unknown> },
  email: string,
): Promise<{ id: number; kind: string; subject: string; text: string; link: (part: string) => string }[]> {
  await app.runJobs();
  const rows = await app.db
    .selectFrom('mails')
    .select(['id', 'kind', 'subject', 'text_body'])
    .where('to_address', '=', email)
    .where('status', '=', 'sent')
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, subject, text_body }) => {
    const text = text_body ?? '';
    return {
      id,
      kind,
      subject: subject ?? '',
      text,
      link: (part) => new RegExp(`${part}([A-Za-z0-9_-]{43})`).exec(text)?.[1] ?? '',
    };
  });
}
