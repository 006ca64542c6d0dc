import {
  ADDRESS_PARTS,
  type Address,
  type AnswerValue,
  type QuestionType,
} from '@entrada/contract/catalog/answers';
import { formText } from '../../platform/api/form.ts';
import { readDateText } from './date/read-text.ts';

/** A form, and the language of the page that it stood on. */
export type PostedForm = { form: FormData; locale: string };

/**
 * Reads the answer to one question from a form. `QuestionField` gave its controls this name. A text that is no date
 * stays as it was typed, and is refused by the check of the answers.
 */
export function readAnswer(type: QuestionType, { form, locale }: PostedForm, name: string): AnswerValue {
  if (type === 'date') {
    const read = readDateText(formText(form, name), { locale, kind: 'day' });
    return read.ok ? read.local : formText(form, name);
  }
  if (type === 'checkbox') return form.getAll(name).filter((value) => typeof value === 'string');
  if (type !== 'address') return formText(form, name);
  return Object.fromEntries(
    ADDRESS_PARTS.map((part) => [part, formText(form, `${name}.${part}`)]),
  ) as Address;
}
