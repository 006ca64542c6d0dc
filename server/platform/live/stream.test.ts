import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { permitted, toChanges } from './changes.ts';
import { canGoOn, readCursor, writeCursor } from './cursor.ts';
import { createStream } from './stream.ts';

const cursor = { epoch: '0a1b2c3d', xid: 12n, seconds: 1_000 };

test('what comes before the beginning is kept, and follows it', async () => {
  const stream = createStream(() => undefined);
  stream.send('beat', cursor);
  stream.forget();
  stream.send('changes', cursor, { changes: [] });
  stream.begin(['hello', cursor]);
  stream.end();
  expect(await text(stream.body)).toBe(
    'id: 0a1b2c3d-12-1000\nevent: hello\ndata: {}\n\nid: 0a1b2c3d-12-1000\nevent: changes\ndata: {"changes":[]}\n\n',
  );
});

test('a reader who takes nothing is ended before much waits for it', async () => {
  const onClose = vi.fn();
  const stream = createStream(onClose);
  stream.begin();
  const closed = once(stream.body, 'close');
  const data = { changes: [{ text: 'x'.repeat(1_000) }] };
  let sent = 0;
  for (; !stream.body.destroyed && sent < 1_000; sent += 1) stream.send('changes', cursor, data);
  await closed;
  expect(sent).toBeLessThan(70);
  expect(onClose).toHaveBeenCalledOnce();
  stream.send('beat', cursor);
  stream.end();
});

test('much that was missed does not end a stream that nobody could read yet', async () => {
  const stream = createStream(() => undefined);
  const much = { changes: 'x'.repeat(200_000) };
  stream.send('changes', cursor, much);
  stream.begin(['changes', cursor, much], ['hello', cursor]);
  expect(stream.body.destroyed).toBe(false);
  stream.end();
  expect((await text(stream.body)).length).toBeGreaterThan(400_000);
});

test('a cursor is read as it was written, and nothing else is', () => {
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  for (const text of [
    '',
    'x',
    '0a1b2c3d-12',
    '0a1b2c3d--1-3',
    '0A1B2C3D-1-1',
    `0a1b2c3d-${'9'.repeat(20)}-1`,
  ])
    expect(readCursor(text), text).toBeNull();
  const edge = { ...cursor, xid: 20n, seconds: 4_599 };
  expect(canGoOn(cursor, edge)).toBe(true);
  expect(canGoOn(cursor, { ...edge, seconds: 4_600 })).toBe(false);
  expect(canGoOn(cursor, { ...edge, xid: 11n })).toBe(false);
  expect(canGoOn(cursor, { ...edge, epoch: '0a1b2c3e' })).toBe(false);
});

test('lines of one event become one change with the highest ids; ended sessions are no change', () => {
  const line = { accountId: 1, eventId: 5, noun: 'orders', kind: 'new' };
  const rows = [
    { ...line, ids: [3, 1] },
    { ...line, ids: Array.from({ length: 150 }, (_, nth) => nth + 10) },
    { ...line, kind: 'changed', ids: [3] },
    { ...line, eventId: null, noun: 'sessions', kind: 'ended', ids: [9] },
  ];
  const changes = toChanges(rows);
  expect(changes.map(({ kind, count, ids }) => [kind, count, ids.length, ids[0]])).toEqual([
    ['new', 152, 100, 159],
    ['changed', 1, 1, 3],
  ]);
  expect(permitted(changes, { role: 'organizer' })).toEqual(changes);
  expect(permitted(changes, { role: 'organizer', events: new Set([6]) })).toEqual([]);
  expect(permitted(changes, { role: 'door_staff' })).toEqual([]);
});
