import { fieldErrors } from '@entrada/contract/field-errors';
import type { z } from 'zod';
import type { Wrong } from './typed.ts';

/** The body of the request, or all errors of the form. */
export type Judged<Body> = { body: Body; wrong: [] } | { body: null; wrong: Wrong[] };

/** A body as far as the form could be read. Fields that could not be read may be missing. */
type Read<Body> = { [Field in keyof Body]: Body[Field] | undefined };

type Known = {
  /** The errors that `readTyped` found. The schema's errors for the same fields are dropped. */
  wrong?: readonly Wrong[];
  /** Maps a path of the body to a field of the form. */
  fieldOf?: (path: string) => string;
};

/**
 * Checks a form's values with the schema of the endpoint, like the server does. Returns the parsed body. If there are
 * errors, it returns those of the schema and those of `readTyped`.
 */
export function judge<Body extends z.ZodType>(
  endpoint: { body: Body },
  body: Read<z.input<Body>>,
  { wrong = [], fieldOf = (path) => path }: Known = {},
): Judged<z.output<Body>> {
  const judged = endpoint.body.safeParse(body, { reportInput: true });
  const unread = new Set(wrong.map(({ path }) => path));
  const refused = judged.success
    ? []
    : fieldErrors(judged.error.issues)
        .map((error) => ({ ...error, path: fieldOf(error.path) }))
        .filter(({ path }) => !unread.has(path));
  const all = [...wrong, ...refused];
  return judged.success && all.length === 0 ? { body: judged.data, wrong: [] } : { body: null, wrong: all };
}
