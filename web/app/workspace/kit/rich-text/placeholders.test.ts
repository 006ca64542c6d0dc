import { expect, it } from 'vitest';
import { placeholdersIn, withChips, withFallback, withoutChips } from './placeholders.ts';

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
  expect(withFallback(link, 'first_name', 'guest')).toBe(link);
});

it('writes chips as the server stores them, and reads the same again', () => {
  const written =
    '<p>Hi <span class="x" data-placeholder="first_name" data-fallback="you">Vorname</span>!</p>';
  expect(withoutChips(written)).toBe('<p>Hi {{first_name|you}}!</p>');
  for (const html of ['<p>{{event}}{{event}}</p>', '<p>{{first_name|"A" &amp; B}}</p>'])
    expect(withoutChips(withChips(html, KNOWN))).toBe(html);
});

it('finds the known placeholders with their words', () => {
  expect([...placeholdersIn('<p>{{first_name|guest}} {{ask}} {{event}}</p>', KNOWN)]).toEqual([
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
