import { expect, test } from 'vitest';
import { safePath, withOwnQuery } from './previous-url.ts';

test('a way back is a path of this site that can stand in a header', () => {
  for (const path of ['/', '/manage/events?page=2#top', '/a%09b', '/~x/%E6%97%A5'])
    expect(safePath(path)).toBe(path);
  const refused = [
    '',
    'x',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ];
  for (const path of [...refused, '/a b', '/\u0000', '/a\r\nx: y', '/日本', '/a\\b', null, undefined])
    expect(safePath(path)).toBeUndefined();
});

const back = (path: string, referer?: string) =>
  withOwnQuery(path, {
    url: 'https://tickets.test/locale?to=de&back=x',
    headers: new Headers(referer === undefined ? {} : { referer }),
  });
const PAGE = '/event/7/summer-night';

test('who comes from a campaign keeps its name when the language changes', () => {
  expect(back(PAGE, `https://tickets.test${PAGE}?utm_source=news`)).toBe(`${PAGE}?utm_source=news`);
});

test.each([
  ['no page', undefined],
  ['another page', 'https://tickets.test/event/8/other?utm_source=news'],
  ['another site', `https://other.test${PAGE}?utm_source=news`],
  ['no address', 'nonsense'],
])('the path stays as it is if the browser names %s', (_what, referer) => {
  expect(back(PAGE, referer)).toBe(PAGE);
});

test('a query that the link has itself is kept', () => {
  const link = `${PAGE}?promo_code=FRIENDS`;
  expect(back(link, `https://tickets.test${PAGE}?utm_source=news`)).toBe(link);
});
