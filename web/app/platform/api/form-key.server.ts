import { createHash, randomBytes } from 'node:crypto';

/** A key for a form that is sent without scripts. The form contains it. */
export function newFormKey(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * The Idempotency-Key of a sent form. The same form with the same content has the same key. If a visitor goes back
 * and changes something, the key is new.
 */
export function keyOfForm(formKey: string, content: unknown): string {
  return createHash('sha256')
    .update(`${formKey.slice(0, 100)} ${JSON.stringify(content)}`)
    .digest('base64url');
}
