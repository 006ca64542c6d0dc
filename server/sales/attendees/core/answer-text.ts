import { ADDRESS_PARTS, type AnswerValue } from '@entrada/contract/catalog/answers';
import { countryName } from '@entrada/contract/words/address';
import { oneAfterAnother, sideBySide } from '@entrada/contract/words/side-by-side';

/**
 * An answer as one cell for a reader of this locale: options with semicolons between them, an address with commas. A
 * date stays "2027-06-11". Pure.
 */
export function answerText(value: AnswerValue | undefined, locale: string): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return oneAfterAnother(value, locale);
  return sideBySide(
    ADDRESS_PARTS.map((part) => (part === 'country' ? countryName(value.country, locale) : value[part])),
    locale,
  );
}
