import type { z } from 'zod';
import { FIELD_ERROR_CODES, type FieldError, type FieldErrorCode } from './errors.ts';

type Issue = z.core.$ZodIssue;

const isCode = (value: string): value is FieldErrorCode =>
  (FIELD_ERROR_CODES as readonly string[]).includes(value);

/**
 * Converts zod's issues to the contract's field errors, one for each broken rule. The server returns them, and a
 * form shows them before it is sent. The issues must be made with `reportInput`.
 */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.flatMap(convert);
}

function convert(issue: Issue): FieldError[] {
  const path = issue.path.map(String).join('.');
  // Our own messages are a code, followed by a colon and the accepted values. Their figures are parameters of the
  // issue.
  const [own = '', allowed] = issue.message.split(': ');
  if (isCode(own)) {
    const { min } = issue.code === 'custom' ? (issue.params ?? {}) : {};
    return [
      {
        path,
        code: own,
        ...(min !== undefined && { min }),
        ...(allowed && { allowed: allowed.split(', ') }),
      },
    ];
  }
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, code: 'unknown_field' }));
    case 'too_small': {
      const min = Number(issue.minimum);
      if (issue.origin !== 'string' && issue.origin !== 'array') return [{ path, code: 'too_small', min }];
      return [min === 1 ? { path, code: 'required' } : { path, code: 'too_short', min }];
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      const isLength = issue.origin === 'string' || issue.origin === 'array';
      return [{ path, code: isLength ? 'too_long' : 'too_big', max }];
    }
    case 'invalid_type':
      return [{ path, code: issue.input === undefined ? 'required' : 'invalid_format' }];
    case 'invalid_value':
      return [{ path, code: 'invalid_choice', allowed: issue.values.map(String) }];
    case 'invalid_format':
      if (issue.format === 'email') return [{ path, code: 'invalid_email' }];
      if (issue.format === 'datetime') return [{ path, code: 'invalid_date' }];
      return [{ path, code: 'invalid_format' }];
    case 'invalid_union':
      return issue.errors.length > 0
        ? fieldErrors(issue.errors[0] ?? []).map((error) => prefix(path, error))
        : [{ path, code: 'invalid_choice' }];
    default:
      return [{ path, code: 'invalid_format' }];
  }
}

const prefix = (path: string, error: FieldError): FieldError => ({
  ...error,
  path: [path, error.path].filter(Boolean).join('.'),
});
