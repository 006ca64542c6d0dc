/** What a spreadsheet may begin a formula with, and the signs that it may turn into one of these. */
const SIGN =
  '[=+\\-@\u2212\u207A\u207C\u208A\u208C\u2A74-\u2A76\uFB29\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]';

/** Blanks, control characters and characters of no width. A spreadsheet may drop them at the start of a cell. */
const UNSEEN = '[\\s\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}]';

/**
 * Finds signs also after characters that nobody sees, and after characters that end a cell where a spreadsheet takes
 * another separator than the comma. The sign is optional, so that a run of blanks is read once.
 */
const BEGIN = new RegExp(`((?:^|[;\\t\\r\\n])(?:${UNSEEN}|")*)(${SIGN})?`, 'gu');

/** A cheap first check: few cells match it. */
const MAY_HIDE_FORMULA = new RegExp(`^(?:${UNSEEN}|${SIGN})|[;\\t\\r\\n]`, 'u');

/**
 * A text as a cell of a CSV file: where a spreadsheet would read a formula, it gets an apostrophe and stays text. It still
 * has to be quoted. Pure.
 */
export const harmlessCell = (text: string): string =>
  MAY_HIDE_FORMULA.test(text)
    ? text.replace(BEGIN, (found, before: string, sign?: string) => (sign ? `${before}'${sign}` : found))
    : text;
