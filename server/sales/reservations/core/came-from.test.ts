import { expect, test } from 'vitest';
import { cameFrom } from './came-from.ts';

const of = (address: string, referrer?: string, isWidget = false) =>
  cameFrom({ address, referrer, isWidget }, 'tickets.test');

test('an order keeps a class of source, and nothing if it is direct or not said', () => {
  expect(of('/e/1/marea?utm_source=news', 'https://radio.test/')).toBe('campaign|news||');
  expect(of('/e/1/marea', 'https://radio.test/who?a=ana')).toBe('referrer|radio.test');
  expect(of('/e/1/marea', 'https://radio.test/', true)).toBe('widget|radio.test');
  for (const none of [of('/e/1/marea'), of('http://['), cameFrom(undefined, 'tickets.test')])
    expect(none).toBeNull();
});

test('an affiliate is named by the order itself', () => {
  expect(of('/e/1/marea?aff=radio')).toBeNull();
  expect(of('/e/1/marea?aff=radio', 'https://radio.test/')).toBe('referrer|radio.test');
});
