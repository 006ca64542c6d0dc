import { LIMITS, LOCALES, type Locale } from '../../constants.ts';
import type { FieldError } from '../../errors.ts';
import { isStorable } from '../../storable.ts';
import { foldHeader, type ImportField } from './columns.ts';

/** One guest of a file as it is added. `row` is the row's number in the file. `plus`: companions, without names. */
export type ImportedGuest = {
  row: number;
  firstName: string;
  lastName: string;
  /** Empty: found at the door by name. */
  email: string;
  priceId: number;
  plus: number;
  note: string;
  locale: Locale;
};

/** A row as it was typed, before it is checked. */
export type GuestDraft = { row: number } & Record<Exclude<ImportField, 'name'>, string>;

/** The same as `email` in fields.ts; a test compares both. Browsers check thousands of rows without loading schemas. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** What is wrong with a guest, at most one error a field. Paths are the fields. Pure. */
export function guestErrors(guest: Omit<ImportedGuest, 'priceId' | 'locale'>): FieldError[] {
  const errors: FieldError[] = [];
  const text = (path: 'firstName' | 'lastName' | 'email' | 'note', max: number) => {
    const value = guest[path];
    if (!isStorable(value)) errors.push({ path, code: 'invalid_characters' });
    else if (value.length > max) errors.push({ path, code: 'too_long', max });
    else if (path === 'firstName' && value.trim() === '') errors.push({ path, code: 'required' });
    else if (path === 'email' && value !== '' && !EMAIL.test(value))
      errors.push({ path, code: 'invalid_email' });
  };
  text('firstName', LIMITS.firstName);
  text('lastName', LIMITS.lastName);
  text('email', LIMITS.email);
  text('note', LIMITS.note);
  if (!Number.isInteger(guest.plus) || guest.plus < 0) errors.push({ path: 'plus', code: 'invalid_format' });
  else if (guest.plus > LIMITS.companions)
    errors.push({ path: 'plus', code: 'too_big', max: LIMITS.companions });
  return errors;
}

/** The cells of a row by the columns that were chosen for them. A whole name is split at its last space. Pure. */
export function draftOf(
  row: number,
  cells: readonly string[],
  columns: readonly (ImportField | null)[],
): GuestDraft {
  const of = (field: ImportField) => {
    const at = columns.indexOf(field);
    return at < 0 ? '' : (cells[at] ?? '').replace(/\s+/g, ' ').trim();
  };
  const whole = splitName(of('name'));
  return {
    row,
    firstName: of('firstName') || whole.firstName,
    lastName: of('lastName') || whole.lastName,
    email: of('email'),
    ticket: of('ticket'),
    plus: of('plus'),
    note: of('note'),
    language: of('language'),
  };
}

/** First and last name of a whole one. "Calatrava, Rosa" is written the other way round. Pure. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const turned = /^([^,]+),\s*([^,]+)$/.exec(name);
  if (turned) return { firstName: turned[2] ?? '', lastName: turned[1] ?? '' };
  // A Han name of two to four characters has its family name first and no space.
  const han = /^(\p{Script=Han})(\p{Script=Han}{1,3})$/u.exec(name);
  if (han) return { firstName: han[2] ?? '', lastName: han[1] ?? '' };
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, at), lastName: name.slice(at + 1) };
}

/** A price that guests can be given, with the names by which a file may call it. */
export type OfferedPrice = { priceId: number; ticket: string; label: string };

export type ReadGuest =
  | { ok: true; guest: ImportedGuest }
  /** The fields that cannot stay as they are. */
  | { ok: false; errors: FieldError[] };

/**
 * Reads a row with what was chosen for the whole file: the price where no column names a ticket (null: the column must),
 * and the language. Pure. An empty cell for the companions is none.
 */
export function readGuest(
  draft: GuestDraft,
  chosen: { prices: readonly OfferedPrice[]; priceId: number | null; locale: Locale },
): ReadGuest {
  const plus =
    draft.plus === '' ? 0 : /^\+?\d{1,6}([.,]0+)?$/.test(draft.plus) ? parseInt(draft.plus, 10) : -1;
  const { row, firstName, lastName, email, note } = draft;
  const given = { row, firstName, lastName, email, plus, note };
  const errors = guestErrors(given);
  const priceId = draft.ticket === '' ? chosen.priceId : priceNamed(draft.ticket, chosen.prices);
  if (priceId === null) errors.push({ path: 'ticket', code: draft.ticket === '' ? 'required' : 'not_found' });
  const locale = draft.language === '' ? chosen.locale : localeNamed(draft.language);
  if (locale === null) errors.push({ path: 'language', code: 'invalid_choice' });
  if (errors.length > 0 || priceId === null || locale === null) return { ok: false, errors };
  return { ok: true, guest: { ...given, priceId, locale } };
}

/** The price that a file means: by the ticket's name, its label, or both. Null if none or several fit. */
function priceNamed(name: string, prices: readonly OfferedPrice[]): number | null {
  const wanted = foldHeader(name);
  if (wanted === '') return null;
  const known = spellingsOf(prices);
  const both = known.filter((one) => one.both === wanted);
  const found = both.length > 0 ? both : known.filter(({ parts }) => parts.includes(wanted));
  return found.length === 1 ? (found[0]?.priceId ?? null) : null;
}

type Spelling = { priceId: number; both: string; parts: string[] };
/** The names are folded once for all rows. */
const spellings = new WeakMap<readonly OfferedPrice[], Spelling[]>();

function spellingsOf(prices: readonly OfferedPrice[]): Spelling[] {
  const made =
    spellings.get(prices) ??
    prices.map(({ priceId, ticket, label }) => ({
      priceId,
      both: foldHeader(`${ticket} ${label}`),
      parts: [foldHeader(ticket), foldHeader(label)],
    }));
  spellings.set(prices, made);
  return made;
}

const LANGUAGES: Record<Locale, string> = {
  en: 'en, english, englisch, anglais, inglés, inglês, 英语, 英文',
  de: 'de, german, deutsch, allemand, alemán, alemão, 德语, 德文',
  fr: 'fr, french, französisch, français, francés, francês, 法语, 法文',
  pt: 'pt, pt-pt, portuguese, portugiesisch, portugais, portugués, português, 葡萄牙语',
  es: 'es, spanish, spanisch, espagnol, español, espanhol, castellano, 西班牙语',
  'zh-cn': 'zh, zh-cn, chinese, chinesisch, chinois, chino, chinês, 中文, 汉语, 简体中文',
  'pt-br': 'pt-br, brazilian portuguese, português do brasil, português brasileiro',
};

const LOCALE_BY_WORD: ReadonlyMap<string, Locale> = new Map(
  LOCALES.flatMap((locale) =>
    LANGUAGES[locale].split(',').map((word) => [foldHeader(word), locale] as const),
  ),
);

/** The language that a cell names, by its code or its name in any of the seven. Null if none fits. Pure. */
function localeNamed(name: string): Locale | null {
  const known = LOCALE_BY_WORD.get(foldHeader(name));
  // "de-AT" is German as well.
  return known ?? LOCALES.find((locale) => name.toLowerCase().startsWith(`${locale}-`)) ?? null;
}
