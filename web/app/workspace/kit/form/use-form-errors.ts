import type { ErrorCode } from '@entrada/contract/errors';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { errorCodeMessage, errorMessage } from '../../../platform/api/error-messages.ts';
import { workspaceErrors } from '../data/error-messages.ts';
import { type FieldWords, fieldWords } from './field-words.ts';
import type { Wrong } from './typed.ts';

export type FormErrorsOf = FieldWords & {
  /** What the form calls a path of the API. */
  fieldOf?: (path: string) => string;
  /** Refusals by a code of their own that stand at a field. */
  places?: Partial<Record<ErrorCode, string>>;
  /** Takes the fields that were refused, such as to open the part of the form that holds one. */
  onRefused?: (fields: string[]) => void;
};

/**
 * What is wrong with a form: by field, under the path that the API uses, and as a whole. `attempts` counts refusals,
 * so that each can move the focus.
 */
export function useFormErrors({
  fieldOf = (path) => path,
  places = {},
  onRefused,
  ...words
}: FormErrorsOf = {}) {
  const { i18n } = useLingui();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [whole, setWhole] = useState('');
  const [attempts, setAttempts] = useState(0);
  const refuse = (fields: Record<string, string>, message = '') => {
    onRefused?.(Object.keys(fields));
    setErrors(fields);
    setWhole(message);
    setAttempts((count) => count + 1);
  };
  /** Places errors at the fields that the form shows; where it does not show them all, `message` stands above it. */
  const place = (wrong: readonly Wrong[], known: (path: string) => boolean, message: string) => {
    const named = wrong.map((one) => ({ ...one, path: fieldOf(one.path) }));
    const placed = named.filter(({ path }) => known(path));
    const isPlaced = placed.length > 0 && placed.length === named.length;
    refuse(fieldWords(i18n, placed, words), isPlaced ? '' : message);
  };
  return {
    errors,
    whole,
    attempts,
    refuse,
    /** Shows what `judge` found. `known` tells which fields the form shows. */
    refuseWrong: (wrong: readonly Wrong[], known: (path: string) => boolean) =>
      place(wrong, known, errorCodeMessage(i18n, 'VALIDATION_FAILED')),
    /** Shows what the API refused, likewise. */
    refuseBy: (error: unknown, known: (path: string) => boolean) => {
      const message = errorMessage(i18n, error, workspaceErrors);
      if (!(error instanceof ApiError)) return refuse({}, message);
      const field = error.code in places ? places[error.code as ErrorCode] : undefined;
      if (field) refuse({ [field]: message });
      else place(error.errors, known, message);
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
