/** A person as they typed their names. Both may be empty or unknown. */
type Named = { firstName?: string | null | undefined; lastName?: string | null | undefined };

const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+$/u;
const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;

/**
 * Whether a name is written with the family name first and without a space. The name's own script decides, not the
 * reader's language: 王小明 stays 王小明 in an English list, and Lucía Ferrer stays Lucía Ferrer in a Chinese one. A name
 * in katakana alone is a foreign one, which keeps its order.
 */
function isFamilyFirst(first: string, last: string): boolean {
  return EAST_ASIAN.test(first) && EAST_ASIAN.test(last) && !KATAKANA.test(first + last);
}

/** The names of a person in the order of reading, for a place that sets one below the other. */
export function nameParts({ firstName, lastName }: Named): string[] {
  const first = firstName?.trim() ?? '';
  const last = lastName?.trim() ?? '';
  return isFamilyFirst(first, last) ? [last + first] : [first, last].filter(Boolean);
}

/** The full name of a person as it is written and read. Empty if neither name is known. */
export function personName(person: Named): string {
  return nameParts(person).join(' ');
}

/** Where a last name begins in a full name that says nothing else of it: after the first space. */
const afterFirstSpace = (full: string): number => full.indexOf(' ') + 1 || full.length + 1;

/**
 * Where the last name begins in the full name, for `lastNameFirst`; a negative number is the length of a last name that
 * stands first without a space. Undefined for a name of two words, or of one: most need no number.
 */
export function lastNamePlace(person: Named): number | undefined {
  const first = person.firstName?.trim() ?? '';
  const last = person.lastName?.trim() ?? '';
  const place = isFamilyFirst(first, last) ? -last.length : first === '' ? 0 : first.length + 1;
  return place === afterFirstSpace(personName(person)) ? undefined : place;
}

/** A full name with the last name first, as lists are sorted. */
export function lastNameFirst(full: string, place: number = afterFirstSpace(full)): string {
  if (place < 0) return `${full.slice(0, -place)} ${full.slice(-place)}`;
  return `${full.slice(place)} ${full.slice(0, Math.max(0, place - 1))}`;
}

/**
 * The name by which a letter addresses a person: the first name, or the full name where the first name alone would be
 * too familiar (王小明).
 */
export function callName({ firstName, lastName }: Named): string {
  const first = firstName?.trim() ?? '';
  return isFamilyFirst(first, lastName?.trim() ?? '') ? personName({ firstName, lastName }) : first;
}

/**
 * How a word of a search may be written in a column that holds "first name, space, last name". A full name without a
 * space (王小明) also stands there in two parts (小明 王).
 */
export function nameSpellings(word: string): string[] {
  const letters = [...word];
  if (letters.length < 2 || letters.length > 6 || !EAST_ASIAN.test(word) || KATAKANA.test(word))
    return [word];
  const parted = letters.slice(1).map((_, at) => {
    const family = letters.slice(0, at + 1).join('');
    return `${letters.slice(at + 1).join('')} ${family}`;
  });
  return [word, ...parted];
}
