import { fieldErrors } from '@entrada/contract/field-errors';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { failFields } from '../errors.ts';

/** Parses what a caller sent, strictly. Throws VALIDATION_FAILED, which names each wrong field. */
export function parseGiven<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  let parsed: z.ZodSafeParseResult<z.output<T>>;
  try {
    parsed = schema.safeParse(value, { reportInput: true });
  } catch (error) {
    const path = measuredObject(value);
    if (path === null) throw error;
    throw failFields([{ path, code: 'invalid_format' }]);
  }
  if (parsed.success) return parsed.data;
  throw failFields(fieldErrors(parsed.error.issues));
}

/**
 * zod compares the `length` and `size` of a value even if the value has the wrong type. If that is an object which
 * is no number, such as `{"length": {"valueOf": 1, "toString": 1}}`, zod throws. Returns the path of such a value, or
 * null. Walks without recursion, because the value may be nested as deep as its sender likes.
 */
function measuredObject(value: unknown): string | null {
  const found: { path: string; value: unknown }[] = [{ path: '', value }];
  for (const { path, value } of found) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const isMeasure = (key === 'length' || key === 'size') && typeof inner === 'object' && inner !== null;
      if (isMeasure) return path;
      found.push({ path: path === '' ? key : `${path}.${key}`, value: inner });
    }
  }
  return null;
}

/**
 * Reads a body of JSON as Fastify does, which refuses `__proto__` and `constructor.prototype`. Its two searches for them
 * cost several times as much as the parsing of a small body, so only a body that may name one goes through them: one
 * with these letters, or with an escape that may stand for letters. Whatever is no JSON goes there as well, for the same
 * errors.
 */
export function parseJsonQuickly(app: FastifyInstance): void {
  const careful = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const quick = isHarmless(text) ? parsed(text) : undefined;
    if (quick === undefined) void careful(request, text, done);
    else done(null, quick);
  });
}

const isHarmless = (text: string) => !(text.includes('proto') || text.includes('\\'));

/** Undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
