import { expect, it } from 'vitest';
import {
  cleanFallback,
  placeholdersIn,
  placeholdersInHtml,
  readable,
  readableHtml,
  withChips,
  withFallback,
  withFallbackInHtml,
  withoutChips,
} from './placeholders.ts';

const KNOWN = [
  { name: 'first_name', label: 'First name' },
  { name: 'event', label: 'Event' },
];
const chip = (name: string, fallback = '') =>
  `<span data-placeholder="${name}" data-fallback="${fallback}"></span>`;

it('puts a chip in place of each known placeholder of a text', () => {
  expect(withChips('<p>Hi {{first_name|dear "guest"}}, {{ask}} {{ event }}</p>', KNOWN)).toBe(
    `<p>Hi ${chip('first_name', 'dear &quot;guest&quot;')}, {{ask}} ${chip('event')}</p>`,
  );
});

it('leaves what stands in a tag as it is', () => {
  const link = '<p><a href="https://example.org/?for={{first_name}}">x</a></p>';
  expect(withChips(link, KNOWN)).toBe(link);
  expect(withFallbackInHtml(link, 'first_name', 'guest')).toBe(link);
});

it('writes chips as the server stores them, and reads the same again', () => {
  const written =
    '<p>Hi <span class="x" data-placeholder="first_name" data-fallback="you">Vorname</span>!</p>';
  expect(withoutChips(written)).toBe('<p>Hi {{first_name|you}}!</p>');
  for (const html of ['<p>{{event}}{{event}}</p>', '<p>{{first_name|"A" &amp; B}}</p>'])
    expect(withoutChips(withChips(html, KNOWN))).toBe(html);
});

it('finds the known placeholders with their words', () => {
  expect([...placeholdersInHtml('<p>{{first_name|guest}} {{ask}} {{event}}</p>', KNOWN)]).toEqual([
    ['first_name', 'guest'],
    ['event', ''],
  ]);
});

it.each([
  ['guest', 'Hi {{first_name|guest}}, {{event}} and {{first_name|guest}}'],
  ['  ', 'Hi {{first_name}}, {{event}} and {{first_name}}'],
  ['a}}|{{b', 'Hi {{first_name|ab}}, {{event}} and {{first_name|ab}}'],
])('gives a placeholder the word %j', (word, expected) => {
  expect(withFallback('Hi {{first_name}}, {{event}} and {{first_name|old}}', 'first_name', word)).toBe(
    expected,
  );
});

const ODD = ['A & B', 'a<b', '<b>you</b>', 'say "hi"', '&lt;', '1 > 0', `it's`, '&'.repeat(60)];

it.each(ODD)('keeps the word %j in HTML, where its signs are escaped', (word) => {
  const html = withFallbackInHtml('<p>{{first_name}} <b>{{event}}</b></p>', 'first_name', word);
  expect(html.replace(/<\/?[pb]>/g, '')).not.toMatch(/[<>]/);
  expect(placeholdersInHtml(html, KNOWN).get('first_name')).toBe(word);
  const [node] = withChips(html, KNOWN).match(/<span [^>]*><\/span>/) ?? [];
  // As browsers write it again: older ones leave `<` and `>` in the value of an attribute.
  for (const shown of [node, node?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')])
    expect(placeholdersInHtml(withoutChips(`<p>${shown}</p>`), KNOWN).get('first_name')).toBe(word);
});

it.each(ODD)('keeps the word %j in a text as it is', (word) => {
  const text = withFallback('1 < 2 {{first_name}} > 0', 'first_name', word);
  expect(text).toBe(`1 < 2 {{first_name|${word}}} > 0`);
  expect(placeholdersIn(text, KNOWN).get('first_name')).toBe(word);
});

it('names the placeholders of a text that looks like HTML, and of HTML outside its tags', () => {
  expect(readable('a <{{event}}> b', KNOWN)).toBe('a <[Event]> b');
  expect(readableHtml('<a href="{{event}}">{{event}}</a>', KNOWN)).toBe('<a href="{{event}}">[Event]</a>');
});

it('stores a word of several words without the spaces around it', () => {
  expect(cleanFallback('dear ')).toBe('dear');
  expect(cleanFallback(' dear guest\n')).toBe('dear guest');
});
