import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useHydrated } from '../../../platform/use-hydrated.ts';
import { showOverlay } from '../frame/overlays.ts';
import styles from './button.module.css';
import { useCommandKey } from './command-key.ts';
import { Keys } from './keys.tsx';

const open = () => showOverlay('palette');

/** Opens the command palette from the sidebar, and shows its shortcut. */
export function PaletteButton() {
  // Only the browser knows the name of its command key.
  const commandKey = useCommandKey();
  const isHydrated = useHydrated();
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <span className={styles.words}>
        <Trans>Search</Trans>
      </span>
      {isHydrated && (
        <span aria-hidden="true">
          <Keys keys={[commandKey(), 'K']} />
        </span>
      )}
    </button>
  );
}

/** The same for the bar of a narrow page. */
export function PaletteIcon() {
  const { t } = useLingui();
  return (
    <ActionIcon size={48} aria-label={t`Search`} aria-haspopup="dialog" onClick={open}>
      <IconSearch size={22} stroke={1.75} />
    </ActionIcon>
  );
}
