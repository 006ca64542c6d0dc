import { expect, it } from 'vitest';
import { readLink } from './extensions.ts';

it.each([
  ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
  [' http://example.org ', 'http://example.org'],
  ['mailto:ana@example.org', 'mailto:ana@example.org'],
  ['example.org', 'https://example.org'],
  ['example.org:8080/programme#friday', 'https://example.org:8080/programme#friday'],
  ['ana@example.org', 'mailto:ana@example.org'],
  ['javascript:alert(1)', null],
  ['JavaScript:alert.call(1)', null],
  ['data:text/html,x', null],
  ['tel:+34600000000', null],
  ['//example.org', null],
  ['/checkout', null],
  ['programme', null],
  ['https://exa mple.org', null],
  ['', null],
])('%j as a link is %j', (typed, url) => {
  expect(readLink(typed)).toBe(url);
});
