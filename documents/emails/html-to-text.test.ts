import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

test.each([
  ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<ul><li>Bring ID</li><li>No glass</li></ul>', '- Bring ID\n- No glass'],
  [
    'See <a rel="x" href="https://a.example/?x=1&amp;y=2">the plan</a>.',
    'See the plan (https://a.example/?x=1&y=2).',
  ],
  ['<a href="https://a.example">https://a.example</a>', 'https://a.example'],
  ['<a href="mailto:me@a.example">me@a.example</a>', 'me@a.example'],
  ['Fish &amp; chips&nbsp;&#8364;5 &lt;b&gt;', 'Fish & chips €5 <b>'],
])('%s', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
