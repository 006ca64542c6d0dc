import {
  ADDRESS_PARTS,
  type Address,
  type AnswerValue,
  type QuestionType,
} from '@entrada/contract/catalog/answers';
import { formText } from '../../platform/api/form.ts';

/** Reads the answer to one question from a form. `QuestionField` gave its controls this name. */
export function readAnswer(type: QuestionType, form: FormData, name: string): AnswerValue {
  if (type === 'checkbox') return form.getAll(name).filter((value) => typeof value === 'string');
  if (type !== 'address') return formText(form, name);
  return Object.fromEntries(
    ADDRESS_PARTS.map((part) => [part, formText(form, `${name}.${part}`)]),
  ) as Address;
}
