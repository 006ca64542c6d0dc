import { fieldErrors } from '@entrada/contract/field-errors';
import type { z } from 'zod';
import type { Wrong } from './typed.ts';

/** The body that a form says, or all that is wrong with it. */
export type Judged<Body> = { body: Body; wrong: [] } | { body: null; wrong: Wrong[] };

/** A body as far as it could be read: what could not be read may be missing. */
type Read<Body> = { [Field in keyof Body]: Body[Field] | undefined };

type Known = {
  /** What `readTyped` noted. The schema has nothing to add about these fields. */
  wrong?: readonly Wrong[];
  /** What the form calls a path of the body. */
  fieldOf?: (path: string) => string;
};

/**
 * Judges what a form says by the schema of its endpoint, as the server will: the body in the shape in which it is kept,
 * or what the server would answer, together with what could not be read from text.
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
