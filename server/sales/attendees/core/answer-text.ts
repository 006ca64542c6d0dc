import { ADDRESS_PARTS, type AnswerValue } from '@entrada/contract/catalog/answers';

/**
 * An answer as one cell: options with semicolons between them, an address with commas. A date stays "2027-06-11".
 * `country` gives the name of a country's code. Pure.
 */
export function answerText(value: AnswerValue | undefined, country: (code: string) => string): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join('; ');
  return ADDRESS_PARTS.map((part) => (part === 'country' ? country(value.country) : value[part]))
    .filter(Boolean)
    .join(', ');
}
