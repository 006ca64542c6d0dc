import { useLingui } from '@lingui/react';
import { type ComponentType, useEffect } from 'react';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { notifyError } from '../frame/notify.tsx';
import { type LatePart, latePart, loadError } from './part.tsx';

/**
 * A drawer whose script loads when it is opened first. Render it only while it is open. If it cannot be loaded, a
 * message says why and the drawer counts as closed.
 */
export function lateDrawer<Props extends { close: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LatePart<Props> {
  return latePart(load, { Place: () => null, Failed: CloseWithReason });
}

function CloseWithReason({ close }: { close: () => void }) {
  const { i18n } = useLingui();
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    notifyError(errorMessage(i18n, loadError()));
    close();
  }, []);
  return null;
}
