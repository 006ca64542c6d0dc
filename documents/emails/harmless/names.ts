/** A name in a letter is no longer than this. Longer ones are a text of somebody's choice. */
const LONGEST = 60;

/**
 * A name that somebody typed, as a letter to a stranger may show it. Mail programs make links of addresses and numbers
 * of telephones, so what these need is left out, and each dot within a word gets a blank after it. Letters of all
 * scripts, initials, apostrophes and hyphens stay.
 */
export function harmlessName(typed: string): string {
  const name = typed
    .replace(/[^\p{L}\p{M}\p{N}.,'’ʼ`´·‧・()&‐‑ -]/gu, ' ')
    .replace(/\p{N}{3,}/gu, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const letters = [...name];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('').trim()}…` : name;
}

/**
 * The words of a buyer to somebody, as a letter may show them: nothing that a mail program would make a link or a
 * telephone number of. Lines, emoji and times such as 18:00 stay.
 */
export const harmlessNote = (typed: string): string =>
  typed
    .replace(/[@/\\<>]/g, ' ')
    .replace(/\p{N}{5,}/gu, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** The fields of a letter's data that hold names of people, whatever they are part of. */
const NAME_FIELDS = new Set(['firstName', 'lastName', 'buyerName', 'givenBy']);
/** What has a name of a person in its field `name`. */
const NAMED = new Set(['ticket', 'tickets']);

/** The data of a letter with harmless names of people. */
export const withHarmlessNames = <T>(data: T): T => clean(data, '', '') as T;

function clean(value: unknown, field: string, parent: string): unknown {
  if (typeof value === 'string') {
    const isName = NAME_FIELDS.has(field) || (field === 'name' && NAMED.has(parent));
    return isName ? harmlessName(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => clean(each, field, parent));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clean(each, key, field)]));
}
