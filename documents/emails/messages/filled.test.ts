import { PLACEHOLDERS } from '@entrada/contract/outreach/placeholders';
import { describe, expect, test } from 'vitest';
import { filledHtml, filledText, type Values } from './filled.ts';

const empty = Object.fromEntries(PLACEHOLDERS.map((name) => [name, ''])) as Values;
const values: Values = {
  ...empty,
  first_name: 'Tomás <b>O’Brien</b> & {{event}}',
  event: 'Marea',
  ticket_link: { label: 'View my ticket', url: 'https://entrada.example/t?a=1&b=2' },
};

describe('a text with placeholders', () => {
  test.each([
    ['Hola {{first_name}}', 'Hola Tomás <b>O’Brien</b> & {{event}}'],
    ['{{ event }}{{event|x}}', 'MareaMarea'],
    ['{{last_name}}, {{last_name|you}}', ', you'],
    ['{{ticket_link}}', 'https://entrada.example/t?a=1&b=2'],
    ['{{constructor}} {{__proto__|x}} {{event', '{{constructor}} {{__proto__|x}} {{event'],
    ['{a.__proto__} #{1+1} {{{{event}}}}', '{a.__proto__} #{1+1} {{Marea}}'],
  ])('%j becomes %j', (written, shown) => expect(filledText(written, values)).toBe(shown));

  test.each([
    ['<p>{{first_name}}</p>', '<p>Tomás &lt;b&gt;O’Brien&lt;/b&gt; &amp; {{event}}</p>'],
    ['<p>{{last_name|you &amp; me}}</p>', '<p>you &amp; me</p>'],
    [
      '<p>{{ticket_link}}</p>',
      '<p><a href="https://entrada.example/t?a=1&amp;b=2" rel="noopener">View my ticket</a></p>',
    ],
    [
      '<a href="https://x.example/?{{ticket_link}}">{{event}}</a>',
      '<a href="https://x.example/?{{ticket_link}}">Marea</a>',
    ],
    ['<p>{{ev</p><p>ent}}</p>', '<p>{{ev</p><p>ent}}</p>'],
  ])('HTML %j becomes %j', (written, shown) => expect(filledHtml(written, values)).toBe(shown));
});
