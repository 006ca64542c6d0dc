import { expect, test } from 'vitest';
import { drawQr } from '../../platform/qr.ts';
import { drawQrs } from './qr.server.ts';

const texts = Array.from({ length: 100 }, (_, nth) => `ENT1.${nth}.${'signature'.repeat(10)}`);

test('many codes are drawn in turn with the other work of the server', async () => {
  let turns = 0;
  let isDone = false;
  const others = () => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const drawings = await drawQrs(texts);
  isDone = true;
  expect(drawings).toEqual(texts.map(drawQr));
  expect(turns).toBeGreaterThanOrEqual(10);
});
