import { useLingui } from '@lingui/react';
import type { ComponentType } from 'react';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { withWords } from '../../../platform/i18n/catalogues.ts';
import { notifyError } from '../frame/notify.tsx';
import { loadError } from '../late/part.tsx';

/**
 * Answers a function that opens a dialog once its content has loaded, so that the dialog finds what to focus. If it
 * cannot be loaded, a message says why.
 */
export function useLateDialog() {
  const { i18n } = useLingui();
  return async <Content extends ComponentType<never>>(
    load: () => Promise<Content>,
    open: (Shown: Content) => void,
  ): Promise<void> => {
    try {
      open(await withWords(load()));
    } catch {
      notifyError(errorMessage(i18n, loadError()));
    }
  };
}
