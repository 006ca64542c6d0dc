import type { ErrorCode } from '@entrada/contract/errors';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { errorCodeMessage, errorMessage } from '../../../platform/api/error-messages.ts';
import { type FieldWords, fieldWords } from './field-words.ts';
import type { Wrong } from './typed.ts';

export type FormErrorsOf = FieldWords & {
  /** Maps a path of the API to a field of the form. */
  fieldOf?: (path: string) => string;
  /** Error codes of the API whose message belongs to one field. */
  places?: Partial<Record<ErrorCode, string>>;
  /** Called with the refused fields, for example to open the part of the form that holds one. */
  onRefused?: (fields: string[]) => void;
};

/**
 * The errors of a form: those of each field, under the path of the API, and one of the whole form. `attempts` counts
 * refusals, so that each can move the focus.
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
  /**
   * Puts errors at the fields that the form shows. If it does not show all of these fields, `message` stands above the
   * form.
   */
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
    /** Shows the errors of `judge`. `known` tells whether the form shows a field. */
    refuseWrong: (wrong: readonly Wrong[], known: (path: string) => boolean) =>
      place(wrong, known, errorCodeMessage(i18n, 'VALIDATION_FAILED')),
    /** Shows the error of the API, likewise. */
    refuseBy: (error: unknown, known: (path: string) => boolean) => {
      const message = errorMessage(i18n, error);
      if (!(error instanceof ApiError)) return refuse({}, message);
      const field = error.code in places ? places[error.code as ErrorCode] : undefined;
      if (field) refuse({ [field]: message });
      else place(error.errors, known, message);
    },
    forget: (path: string) =>
      setErrors((current) => {
        const kept = Object.entries(current).filter(([key]) => key !== path && !key.startsWith(`${path}.`));
        return kept.length === Object.keys(current).length ? current : Object.fromEntries(kept);
      }),
    clear: () => {
      setErrors({});
      setWhole('');
    },
  };
}
