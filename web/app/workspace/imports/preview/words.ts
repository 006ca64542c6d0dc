import type { FieldError } from '@entrada/contract/errors';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react/macro';
import type { CellField, PlannedRow } from './plan.ts';
import { cellOf } from './plan.ts';

/** The names of the fields of a guest. */
export function useFieldNames(): Record<CellField, string> {
  const { t } = useLingui();
  return {
    name: t`Name`,
    email: t`Email`,
    ticket: t`Ticket`,
    plus: t({ message: 'Plus', context: 'companions' }),
    note: t`Note for the door`,
    language: t`Language`,
  };
}

/** Says what is wrong with a field of a row in two to four words. */
export function useErrorWords(): (error: FieldError) => string {
  const { t } = useLingui();
  const names = useFieldNames();
  return ({ path, code, max }) => {
    const field = cellOf(path);
    const name = names[field];
    if (field === 'ticket') return code === 'required' ? t`Ticket missing` : t`No such ticket`;
    if (field === 'language') return t`No such language`;
    if (field === 'plus') return code === 'too_big' ? t`Plus ${max ?? 0} at most` : t`Plus is no number`;
    if (code === 'required') return t`Name missing`;
    if (code === 'invalid_email') return t`Not an email address`;
    if (code === 'too_long') return t`${name} too long`;
    return t`${name} has invalid characters`;
  };
}

/** Says what becomes of a row. */
export function useResultWords(): (row: PlannedRow) => string {
  const { t, i18n } = useLingui();
  const say = useErrorWords();
  return ({ state, errors, doubt }) => {
    if (state === 'left') return t`Left out`;
    if (state === 'wrong') return sideBySide(errors.map(say), i18n.locale);
    if (doubt?.kind === 'known') return t`Has a ticket`;
    if (doubt) return t`Same as row ${doubt.as}`;
    return t`Ready`;
  };
}
