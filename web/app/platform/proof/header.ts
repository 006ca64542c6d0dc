import { HEADERS } from '@entrada/contract/constants';
import { formText } from '../api/form.ts';

/** The header with the proof of work in a form. Other values are not sent, because they cannot be in a header. */
export function proofHeader(form: FormData, field: string): Record<string, string> {
  const proof = formText(form, field);
  return /^[\w.-]{1,4000}$/.test(proof) ? { [HEADERS.proof]: proof } : {};
}
