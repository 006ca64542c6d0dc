import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { useOffice } from '../messages/office-fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const app = await buildTestApp({ pages: 'built' });
const { office, work, mailsOf } = await useOffice(app);

test('opening the page changes nothing; the one POST of a mail program ends the news, the page takes it back', async () => {
  const place = await office([['Ana', 1]]);
  const id = await place.sendNow({ purpose: 'news' });
  await work();
  const url = /\/unsubscribe\/\S+/.exec((await mailsOf(id))[0]?.text ?? '')?.[0] ?? '';
  const program = app.as();
  const open = () => program.send({ method: 'GET', url, headers: { 'accept-language': 'en' } });
  const post = (payload: string) =>
    program.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
      payload,
    });
  for (const _ of [1, 2]) {
    const page = await open();
    expect([page.statusCode, page.body.includes('Unsubscribe from news?')]).toEqual([200, true]);
    expect(page.body).not.toContain('ana@example.com');
  }
  const done = await post('List-Unsubscribe=One-Click');
  expect([done.statusCode, done.body.includes('You are unsubscribed')]).toEqual([200, true]);
  expect((await open()).body).toContain('You are unsubscribed');
  expect((await post('intent=again')).body).toContain('Unsubscribe from news?');
  const forged = url.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
  const none = await program.send({ method: 'GET', url: `${forged.slice(0, -2)}xx` });
  expect(none.statusCode).toBe(404);
});
