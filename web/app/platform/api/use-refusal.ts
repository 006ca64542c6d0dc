import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { fieldErrors } from './error-messages.ts';
import type { Refusal } from './refusal.ts';

/**
 * Answers the error of each field and a ref for the form. After a refusal the first field with an error takes the
 * focus. If no field has an error, the field named `otherwise` takes it.
 */
export function useRefusal(refusal: Refusal | undefined, otherwise?: string) {
  const { i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!refusal) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const named = otherwise && form.current?.querySelector<HTMLElement>(`[name="${otherwise}"]`);
    (invalid ?? (named || undefined))?.focus();
  }, [refusal, otherwise]);
  return { form, errors: fieldErrors(i18n, refusal?.errors) };
}
