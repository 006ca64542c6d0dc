/** Messages that are right as they stand in English, by locale; the completeness test asks for a translation of all others. */
export const SAME_AS_ENGLISH: Record<string, string[]> = {
  de: [],
  fr: [],
  pt: [],
  es: [
    '+ {much} {name}',
    'Cookies',
    'Error {status}',
    'Google Calendar',
    'No',
    'Outlook',
    'Total',
    'Visa, Mastercard, Amex',
    '{0} × {1}',
    '{hours}, {zone}',
    '{state}, {when}',
    '{time}, {ago}',
    '{time}, {zone}',
  ],
  'zh-cn': [],
  'pt-br': [],
};
