import { createHash, randomBytes } from 'node:crypto';

/** A key for a form that is sent without scripts; it rides along in the form. */
export function newFormKey(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * The Idempotency-Key of one sending of a form. The same form sent twice with the same content is one intent; a
 * visitor who goes back and changes something means another.
 */
export function keyOfForm(formKey: string, content: unknown): string {
  return createHash('sha256')
    .update(`${formKey.slice(0, 100)} ${JSON.stringify(content)}`)
    .digest('base64url');
}
