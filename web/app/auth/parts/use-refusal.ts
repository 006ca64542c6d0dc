import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { fieldErrors } from '../../platform/api/error-messages.ts';
import type { Refusal } from '../refusal.ts';

/**
 * The words for each refused field of a form, and a ref for the form that moves the focus to the first of them, or to
 * the field named `otherwise` when no single field is to blame.
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
