import { data } from 'react-router';

/** The fields of a form that was posted to an action; a body that is no form is a 400, not a fault. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data({ code: 'MALFORMED_REQUEST' }, { status: 400 });
  }
}

/** A text field of a form; empty when it is missing or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
