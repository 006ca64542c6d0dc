import { getMailboxMessage, listMailbox } from '@entrada/contract/mailbox';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '../../../test/app.ts';

const app = await buildTestApp();

let count = 0;
async function keepMail(
  mail: { to?: string; subject?: string; status?: 'queued' | 'sent' | 'failed'; html?: string | null } = {},
): Promise<number> {
  count += 1;
  const row = await app.db
    .insertInto('mails')
    .values({
      kind: 'confirm_email',
      dedupe_key: `test:${count}`,
      to_address: mail.to ?? 'ana@example.com',
      locale: 'en',
      status: mail.status ?? 'sent',
      subject: mail.subject ?? `Mail ${count}`,
      html: mail.html === undefined ? '<p>Hello</p>' : mail.html,
      text_body: 'Hello',
      sent_at: sql<Date>`app.now() + make_interval(secs => ${count})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const list = (query: Record<string, string> = {}) => app.as().call(listMailbox, { query });
const read = (mailId: number) => app.as().call(getMailboxMessage, { params: { mailId: String(mailId) } });

describe('the mailbox', () => {
  test('lists what was kept, newest first, in pages', async () => {
    const ids = [await keepMail(), await keepMail(), await keepMail()];
    const first = await list({ per_page: '2' });
    expect(first.body.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.body.meta).toMatchObject({ page: 1, perPage: 2, total: 3, lastPage: 2 });
    const second = await list({ per_page: '2', page: '2' });
    expect(second.body.data.map(({ id }) => id)).toEqual([ids[0]]);
  });

  test('finds by recipient and subject, without accents, and never by pattern', async () => {
    const id = await keepMail({ to: 'marta@example.com', subject: 'Tu entrada para Año Nuevo' });
    for (const query of ['MARTA', 'ano nuevo', 'marta nuevo']) {
      expect(
        (await list({ query })).body.data.map((row) => row.id),
        query,
      ).toEqual([id]);
    }
    for (const query of ['%', '_', '\\', 'nobody'])
      expect((await list({ query })).body.data, query).toEqual([]);
    expect((await list({ query: 'a\u0000' })).status).toBe(422);
    expect((await list({ sort_by: 'html' })).status).toBe(422);
  });

  test('holds neither what waits, nor what failed, nor what went out by SMTP', async () => {
    const before = (await list()).body.meta.total;
    const ids = [
      await keepMail({ status: 'queued' }),
      await keepMail({ status: 'failed' }),
      await keepMail({ html: null }),
    ];
    expect((await list()).body.meta.total).toBe(before);
    for (const id of ids) expect((await read(id)).status).toBe(404);
  });

  test('shows a mail whole and gives its attachments out to be saved, never shown', async () => {
    const id = await keepMail();
    const other = await keepMail();
    const content = Buffer.from([0, 1, 2, 255]);
    const attachment = await app.db
      .insertInto('mail_attachments')
      .values({ mail_id: id, filename: 'entrada "ñ"\r\n.html', content_type: 'text/html', content })
      .returning('id')
      .executeTakeFirstOrThrow();
    const mail = await read(id);
    expect(mail.body.data).toMatchObject({
      id,
      html: '<p>Hello</p>',
      text: 'Hello',
      attachments: [{ id: attachment.id, contentType: 'text/html', bytes: 4 }],
    });
    const get = (mailId: number, attachmentId: number | string) =>
      app.as().send({
        method: 'GET',
        url: `/api/public/mailbox/${mailId}/attachments/${attachmentId}`,
      });
    const file = await get(id, attachment.id);
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload).toEqual(content);
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/);
    expect((await get(other, attachment.id)).statusCode).toBe(404);
    expect((await get(id, 999_999)).statusCode).toBe(404);
    expect((await get(id, 'x')).statusCode).toBe(404);
  });

  test('is nowhere to be found where it is off', async () => {
    const off = await buildTestApp({ config: { mailbox: false } });
    const client = off.as();
    for (const path of ['', '/1', '/1/attachments/1']) {
      const reply = await client.send({ method: 'GET', url: `/api/public/mailbox${path}` });
      expect(reply.statusCode, path).toBe(404);
      expect(reply.json().code).toBe('NOT_FOUND');
    }
  });
});
