import { data } from 'react-router';

/** Reads the posted form of an action. A body that is not a form is a 400 and not a server error. */
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
