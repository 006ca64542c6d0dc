import { LIMITS } from '@entrada/contract/constants';
import type { ChosenRows } from '@entrada/contract/list';
import { useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import { notifyError } from '../frame/notify.tsx';
import type { Selection } from './use-selection.ts';

/**
 * Returns the chosen rows as a request names them, beside the list's own query. If the user chose more single rows than
 * a request may name, it shows an error and returns null.
 */
export function useChosenRows({ rows }: Selection): () => ChosenRows | null {
  const { t, i18n } = useLingui();
  return () => {
    const named = [...(rows.kind === 'some' ? rows.ids : rows.except)];
    if (named.length <= LIMITS.selectedRows) return rows.kind === 'some' ? { ids: named } : { except: named };
    const most = formatCount(LIMITS.selectedRows, i18n.locale);
    notifyError(t`Choose at most ${most} rows one by one, or all that match.`);
    return null;
  };
}
