import { expect, test } from 'vitest';
import { linkParts } from './linked-text.tsx';

const links = (text: string) =>
  linkParts(text)
    .filter(({ isLink }) => isLink)
    .map((part) => part.text);

test('web addresses are cut out without the sentence around them', () => {
  const text = 'Join at https://meet.example/abc?x=1&y=2. (Or http://b.example/2), code 204.';
  expect(links(text)).toEqual(['https://meet.example/abc?x=1&y=2', 'http://b.example/2']);
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('an address ends where Chinese goes on without a space', () => {
  expect(links('请打开https://meet.example/abc，会议号204')).toEqual(['https://meet.example/abc']);
});

test('nothing else becomes a link', () => {
  expect(links('javascript:alert(1) data:text/html,x https:// <b>meet.example</b>')).toEqual([]);
  expect(linkParts('')).toEqual([]);
});
