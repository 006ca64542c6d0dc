import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { ApiError } from '../../platform/api/error.ts';
import { fieldErrorMessage } from '../../platform/api/error-messages.ts';
import { useFormErrors } from '../kit/form/use-form-errors.ts';
import { TAB_FIELDS, type Tab, tabOf } from './tabs.ts';

/** Names of the API's paths ("location.city") as this form calls them. */
const fieldOf = (path: string) => path.split('.').at(-1) ?? path;

/** The errors of a form over several tabs: a refusal opens the first tab with something wrong, unless there is something here. */
export function useTabErrors(settingsPath: string, tab: Tab) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const form = useFormErrors();
  const refuse = (wrong: Record<string, string>, message = '') => {
    const fields = Object.keys(wrong);
    const there = TAB_FIELDS[tab].some((field) => fields.includes(field)) ? tab : tabOf(fields);
    if (there && there !== tab) void navigate(`${settingsPath}/${there}`);
    form.refuse(wrong, message);
  };
  return {
    ...form,
    refuse,
    refuseBy: (error: unknown, known: (path: string) => boolean) => {
      const all = error instanceof ApiError ? error.errors : [];
      const placed = all.filter(({ path }) => known(fieldOf(path)));
      if (placed.length === 0 || placed.length < all.length) return form.refuseBy(error, () => false);
      refuse(Object.fromEntries(placed.map((one) => [fieldOf(one.path), fieldErrorMessage(i18n, one)])));
    },
  };
}
