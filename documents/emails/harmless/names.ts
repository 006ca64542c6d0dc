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
    .replace(/(\p{N}[^\p{L}\p{N}]{0,4}){7,}|\p{N}{3,}/gu, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const letters = [...name];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('').trim()}…` : name;
}

/** What people write between the digits of one telephone number, and what nobody sees. */
const BETWEEN = String.raw`[\p{Zs}\t\p{M}\p{Cf}\p{Pd}()（）[\]./·•*_~'’|+＋]{0,4}`;
const DAY = '(?:0?[1-9]|[12][0-9]|3[01])';
const HOUR = '(?:[01]?[0-9]|2[0-3])[.][0-5][0-9]';
/** Ends that no more digits follow, but for those of a time. */
const END = String.raw`(?=,?\p{Zs}[0-9]{1,2}:[0-9]{2}|(?!${BETWEEN}\p{N}))`;
/** A date, days up to one, or hours from one to another. They have as many digits as a telephone number. */
const DATE = [
  String.raw`(?:${DAY}[.]?\p{Zs}?[-–/]\p{Zs}?)?${DAY}(?<between>[./-])${DAY}\k<between>(?:(?:19|20)[0-9]{2}(?!\p{N})|[0-9]{2}${END})`,
  String.raw`20[0-9]{2}-[01][0-9]-${DAY}(?!\p{N})`,
  String.raw`${HOUR}\p{Zs}?[-–—]\p{Zs}?${HOUR}${END}`,
].join('|');
const NUMBERS = new RegExp(String.raw`(?<!\p{N})(?<date>${DATE})|[+＋(（]*\p{N}(?:${BETWEEN}\p{N})*`, 'gu');
/** As many digits in a row are no number of a house or a year, and as many in groups are no price. */
const [LONG_ROW, LONG_GROUPS] = [/\p{N}{5}/u, 7];

/** A number as the words of a buyer may have it: none that may be a telephone number, and no address of a computer. */
function harmlessNumber(found: string): string {
  const digits = found.match(/\p{N}/gu)?.length ?? 0;
  if (LONG_ROW.test(found) || digits >= LONG_GROUPS) return ' ';
  return found.split('.').length > 3 ? found.replaceAll('.', '. ') : found;
}

/**
 * The words of a buyer to somebody, as a letter may show them: nothing that a mail program would make a link or a
 * telephone number of. Five digits in a row go, and seven with blanks, dots, hyphens and the like between them. A dot
 * between digits stays, after any other, also a wide one, comes a blank. Lines, emoji, dates, prices and times stay.
 */
export const harmlessNote = (typed: string): string =>
  typed
    .replace(/[@＠﹫\\＼<>／⁄∕]|(?<!\p{N})\/|\/(?!\p{N})/gu, ' ')
    .replace(NUMBERS, (found, ...rest) => (rest.at(-1).date === undefined ? harmlessNumber(found) : found))
    .replace(/(?<!\p{N})[.。．｡․﹒](?=[^\s\p{P}])|[.。．｡․﹒](?=[^\s\p{P}\p{N}])/gu, '$& ')
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
