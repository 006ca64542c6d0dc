import { expect, test } from 'vitest';
import { safePath } from './previous-url.ts';

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
