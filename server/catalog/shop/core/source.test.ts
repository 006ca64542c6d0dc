import { expect, test } from 'vitest';
import { sourceOf } from './source.ts';

const of = (address: string, referrer: string | null = null, isWidget = false) =>
  sourceOf({ url: new URL(address, 'https://tickets.test'), referrer, ownHost: 'tickets.test', isWidget });

test('an affiliate counts before a campaign, a campaign before the site it was found on', () => {
  const page = '/event/1/marea?aff=RADIO&utm_source=Newsletter';
  expect(of(page, 'https://www.instagram.com/')).toBe('affiliate|radio');
  expect(
    of('/event/1/marea?utm_source=Newsletter&utm_medium=email&utm_campaign=Line-up', 'https://x.test/'),
  ).toBe('campaign|newsletter|email|line-up');
  expect(of('/event/1/marea?utm_medium=email', 'https://www.Instagram.com/p/1?who=ana')).toBe(
    'referrer|instagram.com',
  );
});

test('the own site, no address and other schemes are direct', () => {
  expect(of('/event/1/marea')).toBe('direct');
  for (const referrer of ['https://tickets.test/a', 'android-app://com.x', 'nonsense', ''])
    expect(of('/event/1/marea', referrer)).toBe('direct');
});

test('a widget names the site that it is on', () => {
  expect(of('/widget/1', 'https://radio.test/marea', true)).toBe('widget|radio.test');
  expect(of('/widget/1', null, true)).toBe('widget');
});

test('what may name a person is left out, and everything is short and in one line', () => {
  expect(of('/e/1/x?utm_source=news&utm_campaign=ana@example.com')).toBe('campaign|news||');
  expect(of('/e/1/x?utm_source=ana%40example.com')).toBe('direct');
  expect(of(`/e/1/x?utm_source=a%7Cb%0Ac`)).toBe('campaign|a b c||');
  const long = of(
    `/e/1/x?utm_source=${'s'.repeat(500)}&utm_medium=${'m'.repeat(500)}&utm_campaign=${'c'.repeat(500)}`,
  );
  expect(long.length).toBeLessThanOrEqual(200);
  expect(of('/e/1/x?utm_source=%ED%A0%80')).toContain('campaign|');
});
