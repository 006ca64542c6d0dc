import { useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';

/** What the same actions have in common in every list: symbol, label, and the action that undoes them. */
export function useUsualActions() {
  const { t } = useLingui();
  return {
    switchOn: { icon: IconPlayerPlay, label: t`Switch on`, undo: 'switch-off' },
    switchOff: { icon: IconPlayerPause, label: t`Switch off`, undo: 'switch-on' },
    hide: { icon: IconEyeOff, label: t`Hide`, undo: 'show' },
    show: { icon: IconEye, label: t`Show`, undo: 'hide' },
    remove: { icon: IconTrash, label: t`Delete`, undo: null },
  } as const;
}
