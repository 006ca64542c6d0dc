import * as endpoints from '@entrada/contract/outreach/unsubscribing';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { keepInvariants } from '../../test/invariants.ts';
import { useOffice } from '../messages/office-fixture.ts';
import { hiddenAddress } from './service.ts';

vi.setConfig({ testTimeout: 60_000 });
const app = await buildTestApp();
const { db } = app;
keepInvariants(db);
const { office, work, mailsOf } = await useOffice(app);

const tokenIn = (text: string | null | undefined) => /\/unsubscribe\/(\S+)/.exec(text ?? '')?.[1] ?? '';
const to = (mails: { to: string }[]) => mails.map((mail) => mail.to);

test('news can be ended by one POST to a signed address; messages about tickets still come', async () => {
  const place = await office([
    ['Ana', 1],
    ['Bea', 1],
  ]);
  const first = await place.sendNow({ purpose: 'news' });
  await work();
  const mails = await mailsOf(first);
  const token = tokenIn(mails.find((mail) => mail.to === 'ana@example.com')?.text);
  const params = { token };
  const reader = app.as();
  // Mail programs open links by themselves: that changes nothing.
  const shown = await reader.call(endpoints.getSubscription, { params });
  expect(shown.body.data).toEqual({
    what: 'news',
    organizer: 'Sala Prado',
    email: 'a…@example.com',
    isUnsubscribed: false,
  });
  expect((await reader.call(endpoints.unsubscribe, { params })).body.data.isUnsubscribed).toBe(true);
  expect((await reader.call(endpoints.unsubscribe, { params })).body.data.isUnsubscribed).toBe(true);
  const news = await place.sendNow({ purpose: 'news' });
  const ticket = await place.sendNow({ purpose: 'ticket' });
  await work();
  expect(to(await mailsOf(news))).toEqual(['bea@example.com']);
  expect((await place.read(news)).counts).toMatchObject({ total: 2, accepted: 1, skipped: 1 });
  expect(to(await mailsOf(ticket))).toEqual(['ana@example.com', 'bea@example.com']);
  // Of this account alone.
  const other = await office([['Ana', 1]]);
  const elsewhere = await other.sendNow({ purpose: 'news' });
  await work();
  expect(to(await mailsOf(elsewhere))).toEqual(['ana@example.com']);
  expect((await reader.call(endpoints.subscribeAgain, { params })).body.data.isUnsubscribed).toBe(false);
  const again = await place.sendNow({ purpose: 'news' });
  await work();
  expect(to(await mailsOf(again))).toEqual(['ana@example.com', 'bea@example.com']);
});

test('an address that was not signed here is none', async () => {
  const place = await office([['Ana', 1]]);
  const id = await place.sendNow({ purpose: 'news' });
  await work();
  const token = tokenIn((await mailsOf(id))[0]?.text);
  const [number, signature = ''] = token.split('.');
  const wrong = [`${Number(number) + 1}.${signature}`, `${number}.${'A'.repeat(43)}`, 'x', `${number}.`];
  for (const forged of wrong) {
    const params = { token: forged };
    expect((await app.as().call(endpoints.getSubscription, { params })).status).toBe(404);
    expect((await app.as().call(endpoints.unsubscribe, { params })).status).toBe(404);
  }
});

test.each([
  ['ana@example.com', 'a…@example.com'],
  ['é@x.org', 'é…@x.org'],
  ['"a@b"@x.org', '"…@x.org'],
])('%s is shown as %s', (address, shown) => expect(hiddenAddress(address)).toBe(shown));
