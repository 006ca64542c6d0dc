import { useLingui } from '@lingui/react/macro';
import { ApiError } from '../../platform/api/error.ts';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { workspaceErrors } from '../kit/data/error-messages.ts';
import { useFormErrors } from '../kit/form/use-form-errors.ts';

/** The errors of a form with an address: what is wrong with the address stands at its field. */
export function useSlugErrors() {
  const { i18n } = useLingui();
  const form = useFormErrors();
  return {
    ...form,
    refuseBy: (error: unknown, known: (path: string) => boolean) => {
      const isSlug =
        error instanceof ApiError && (error.code === 'SLUG_TAKEN' || error.code === 'SLUG_RESERVED');
      if (isSlug) form.refuse({ slug: errorMessage(i18n, error, workspaceErrors) });
      else form.refuseBy(error, known);
    },
  };
}
