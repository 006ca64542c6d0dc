import { ENDPOINTS } from '@entrada/contract/endpoints';
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

/** A call whose body a form fills in. */
export type FormCall<Body extends z.ZodType> = { method: string; path: string; body: Body };

const address = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const bodies = new Map(ENDPOINTS.map(({ endpoint }) => [address(endpoint), endpoint.body]));

/**
 * The schema of the body of a call. The browser's endpoints have no schemas (bundle/bare-contract.ts), so it comes from
 * the list of all endpoints. Only forms load that list.
 */
export const bodySchema = <Body extends z.ZodType>(call: FormCall<Body>): Body =>
  (bodies.get(address(call)) as Body | undefined) ?? call.body;

/**
 * Checks a form's values with the schema of the call, like the server does. Returns the parsed body. If there are
 * errors, it returns those of the schema and those of `readTyped`.
 */
export function judge<Body extends z.ZodType>(
  call: FormCall<Body>,
  body: Read<z.input<Body>>,
  { wrong = [], fieldOf = (path) => path }: Known = {},
): Judged<z.output<Body>> {
  const judged = bodySchema(call).safeParse(body, { reportInput: true });
  const unread = new Set(wrong.map(({ path }) => path));
  const refused = judged.success
    ? []
    : fieldErrors(judged.error.issues)
        .map((error) => ({ ...error, path: fieldOf(error.path) }))
        .filter(({ path }) => !unread.has(path));
  const all = [...wrong, ...refused];
  return judged.success && all.length === 0 ? { body: judged.data, wrong: [] } : { body: null, wrong: all };
}
