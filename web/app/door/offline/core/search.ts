import { lastNameFirst } from '@entrada/contract/accounts/person-name';
import type { OfflinePerson } from '@entrada/contract/door/offline';
import { fold } from '../../guests/fold.ts';

/** How alike two spellings are at least, from 0 to 1, as on the server. */
const ALIKE = 0.38;
/** As many words as the server looks at. */
const WORDS = 8;

/** Folding is what costs most, so each person is folded once. */
const folded = new WeakMap<OfflinePerson, { name: string; reference: string }>();
const parted = new WeakMap<OfflinePerson, string>();
const sorted = new WeakMap<OfflinePerson, string>();

function textOf(person: OfflinePerson) {
  const known = folded.get(person);
  if (known) return known;
  const text = { name: fold(person[2]), reference: fold(person[1]) };
  folded.set(person, text);
  return text;
}

/** What the server sorts people by. */
function sortedBy(person: OfflinePerson): string {
  const known = sorted.get(person);
  if (known !== undefined) return known;
  const text = fold(lastNameFirst(person[2], person[7]));
  sorted.set(person, text);
  return text;
}

/**
 * Those whose name or reference contains each word, by last name. Accents and case make no difference. An email address finds
 * nobody: a phone keeps none.
 */
export function peopleNamed(people: readonly OfflinePerson[], query: string): OfflinePerson[] {
  const words = fold(query).split(/\s+/).filter(Boolean).slice(0, WORDS);
  return people
    .filter((person) => {
      const { name, reference } = textOf(person);
      return words.every((word) => name.includes(word) || reference.includes(word));
    })
    .sort(byLastName);
}

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const byLastName = (a: OfflinePerson, b: OfflinePerson) => order(sortedBy(a), sortedBy(b)) || a[0] - b[0];

/** Those whose name or reference is spelled like the query, the closest first. */
export function peopleSpelledLike(
  people: readonly OfflinePerson[],
  query: string,
  most: number,
): OfflinePerson[] {
  const wanted = trigrams(fold(query));
  if (wanted.length === 0) return [];
  const found: { person: OfflinePerson; share: number }[] = [];
  for (const person of people) {
    const words = wordsOf(person);
    let hits = 0;
    for (const three of wanted) if (words.includes(three)) hits += 1;
    const share = hits / wanted.length;
    if (share >= ALIKE) found.push({ person, share });
  }
  return found
    .sort((a, b) => b.share - a.share || byLastName(a.person, b.person))
    .slice(0, most)
    .map(({ person }) => person);
}

/** The words of a text, each with two blanks before it and one behind it. */
const apart = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word === '' ? '' : `  ${word} `))
    .join('');

function wordsOf(person: OfflinePerson): string {
  const known = parted.get(person);
  if (known !== undefined) return known;
  const { name, reference } = textOf(person);
  const words = apart(`${name} ${reference}`);
  parted.set(person, words);
  return words;
}

/** Each three letters of each word, once. */
function trigrams(text: string): string[] {
  const found = new Set<string>();
  for (const word of apart(text).split(/(?<= )(?= {2})/)) {
    for (let start = 0; start + 3 <= word.length; start += 1) found.add(word.slice(start, start + 3));
  }
  return [...found];
}
