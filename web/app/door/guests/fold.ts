// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const PLAIN = /^[\x00-\x7f]*$/;

/** What has no mark to take away, written as the database writes it (`app.fold`). */
const WRITTEN = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ŧ: 't',
    ŋ: 'n',
    '‘': "'",
    '’': "'",
    '‐': '-',
    '‑': '-',
    '–': '-',
  }),
);
const TO_WRITE = new RegExp(`[${[...WRITTEN.keys()].join('')}]`, 'g');

/** A text without accents and case, as the search compares it: "Márquez" becomes "marquez" and "Łukasz" "lukasz". */
export const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(TO_WRITE, (letter) => WRITTEN.get(letter) ?? letter);
