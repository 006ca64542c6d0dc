import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { errorMessage, fieldErrors } from '../../../platform/api/error-messages.ts';
import { workspaceErrors } from '../data/error-messages.ts';

/**
 * What is wrong with a form: by field, under the path that the API uses, and as a whole. `attempts` counts refusals,
 * so that each can move the focus.
 */
export function useFormErrors() {
  const { i18n } = useLingui();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [whole, setWhole] = useState('');
  const [attempts, setAttempts] = useState(0);
  const refuse = (fields: Record<string, string>, message = '') => {
    setErrors(fields);
    setWhole(message);
    setAttempts((count) => count + 1);
  };
  return {
    errors,
    whole,
    attempts,
    refuse,
    /** Places what the API refused. `known` tells which fields the form shows; the rest goes above the form. */
    refuseBy: (error: unknown, known: (path: string) => boolean) => {
      const fields = error instanceof ApiError ? fieldErrors(i18n, error.errors) : {};
      const entries = Object.entries(fields);
      const isPlaced = entries.length > 0 && entries.every(([path]) => known(path));
      refuse(
        Object.fromEntries(entries.filter(([path]) => known(path))),
        isPlaced ? '' : errorMessage(i18n, error, workspaceErrors),
      );
    },
    forget: (path: string) =>
      setErrors((current) => {
        if (!(path in current)) return current;
        const { [path]: _, ...others } = current;
        return others;
      }),
    clear: () => {
      setErrors({});
      setWhole('');
    },
  };
}
