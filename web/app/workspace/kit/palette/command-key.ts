import { useLingui } from '@lingui/react/macro';

/** The name of the command key as it stands on the keyboards of this computer and language. Browser only. */
export function useCommandKey(): () => string {
  const { t } = useLingui();
  const ctrl = t({ message: 'Ctrl', context: 'key' });
  return () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : ctrl);
}
