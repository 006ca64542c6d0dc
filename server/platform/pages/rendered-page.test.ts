import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forMany, forOne, newOnceOnly, type OnceOnly, type RenderedPage } from './rendered-page.ts';

const pageOf = ({ nonce, formKey }: OnceOnly): RenderedPage => ({
  status: 200,
  headers: [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-security-policy', `script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`],
  ],
  cookies: [],
  body: Buffer.from(
    `<script nonce="${nonce}"></script><p>Año Nuevo 新年 🎟</p><input value="${formKey}"><script nonce="${nonce}">{"key":"${formKey}"}</script>`,
  ),
});

test('every response has values of its own and is otherwise the page', () => {
  const first = newOnceOnly();
  const page = forMany(pageOf(first), first);
  const own = [newOnceOnly(), newOnceOnly()];
  for (const once of own) {
    const made = forOne(page, once, false);
    expect(made.body?.toString()).toBe(pageOf(once).body?.toString());
    expect(Object.fromEntries(made.headers)).toEqual(Object.fromEntries(pageOf(once).headers));
    expect(JSON.stringify([made.headers, made.body?.toString()])).not.toContain(first.nonce);
    expect(made.body?.toString()).not.toContain(first.formKey);
  }
});

test('as gzip it is the same page, and each has a body of their own', () => {
  const first = newOnceOnly();
  const page = forMany(pageOf(first), first);
  const own = [newOnceOnly(), newOnceOnly(), newOnceOnly()];
  const made = own.map((once, nth) => forOne(page, once, nth !== 1));
  for (const [nth, once] of own.entries()) {
    const { body, headers } = made[nth] ?? { body: null, headers: [] };
    const isGzip = nth !== 1;
    const text = body && (isGzip ? gunzipSync(body) : body).toString();
    expect(text).toBe(pageOf(once).body?.toString());
    expect(Object.fromEntries(headers)['content-encoding']).toBe(isGzip ? 'gzip' : undefined);
    expect(Object.fromEntries(headers)['content-security-policy']).toContain(once.nonce);
  }
});

test('the memory of a body that was sent serves the next response, which gets its own values', () => {
  const first = newOnceOnly();
  const page = forMany(pageOf(first), first);
  const [sent, waiting] = [forOne(page, newOnceOnly(), true), forOne(page, newOnceOnly(), true)];
  expect(waiting.body).not.toBe(sent.body);
  sent.giveBack?.();
  const own = newOnceOnly();
  const next = forOne(page, own, true);
  expect(next.body).toBe(sent.body);
  expect(gunzipSync(next.body ?? '').toString()).toBe(pageOf(own).body?.toString());
  expect(forOne(page, newOnceOnly(), true).body).not.toBe(next.body);
});

test('a page without a body, and one that says none of it, stay as they are', () => {
  const once = newOnceOnly();
  const moved = { status: 301, headers: [['location', '/event/1/night']] as const, cookies: [], body: null };
  expect(forOne(forMany(moved, once), newOnceOnly(), true)).toEqual(moved);
  const plain = { ...moved, status: 200, body: Buffer.from('nothing') };
  expect(forOne(forMany(plain, once), newOnceOnly(), false)).toEqual(plain);
});

test('no value is given twice, and all are of one length', () => {
  const many = Array.from({ length: 1000 }, newOnceOnly);
  expect(new Set(many.flatMap(({ nonce, formKey }) => [nonce, formKey])).size).toBe(2000);
  for (const { nonce, formKey } of many) {
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(formKey).toMatch(/^[A-Za-z0-9_-]{22}$/);
  }
});
