import { Trans, useLingui } from '@lingui/react/macro';
import { Modal, Switch } from '@mantine/core';
import { useLocation } from 'react-router';
import { useSession } from '../data/session.ts';
import { useCommandKey } from './command-key.ts';
import { Keys } from './keys.tsx';
import { eventOfPath, reachable } from './pages.ts';
import styles from './palette.module.css';
import { chooseShortcuts, useShortcutChoice } from './shortcut-choice.ts';

type Shortcut = { keys: readonly string[]; label: string };

/** Lists all shortcuts of this page, with a switch to turn them off. */
export function ShortcutsDialog({ close }: { close: () => void }) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const eventId = eventOfPath(useLocation().pathname);
  const isOn = useShortcutChoice();
  const commandKey = useCommandKey();
  const general: Shortcut[] = [
    { keys: [commandKey(), 'K'], label: t`Search and commands` },
    { keys: ['/'], label: t`Search this list` },
    { keys: ['C'], label: t`Create something new on this page` },
    { keys: ['?'], label: t`Show this list` },
    { keys: ['Esc'], label: t`Close or clear the selection` },
  ];
  const lists: Shortcut[] = [
    { keys: ['J'], label: t`Next row` },
    { keys: ['K'], label: t`Previous row` },
    { keys: ['Enter'], label: t`Open the row` },
    { keys: ['X'], label: t`Select the row` },
    { keys: ['N'], label: t`Next page` },
    { keys: ['P'], label: t`Previous page` },
  ];
  const pages: Shortcut[] = reachable(eventId, may).flatMap(({ key, label }) =>
    key ? [{ keys: ['G', key.toUpperCase()], label: i18n._(label) }] : [],
  );
  return (
    <Modal opened onClose={close} size={760} title={t`Keyboard shortcuts`}>
      <div className={styles.shortcuts}>
        <Part title={t`Anywhere`} shortcuts={general} />
        <Part title={t`In lists`} shortcuts={lists} />
        <Part title={t`Go to`} shortcuts={pages} isWide />
      </div>
      <div className={styles.switch}>
        <Switch
          labelPosition="left"
          label={<Trans>Single-key shortcuts</Trans>}
          description={t`Switch them off if they get in the way of dictation or other tools. ${commandKey()} K keeps working.`}
          checked={isOn}
          onChange={(event) => chooseShortcuts(event.currentTarget.checked)}
        />
      </div>
    </Modal>
  );
}

function Part({ title, shortcuts, isWide }: { title: string; shortcuts: Shortcut[]; isWide?: boolean }) {
  return (
    <section data-wide={isWide || undefined}>
      <h3>{title}</h3>
      <ul>
        {shortcuts.map(({ keys, label }) => (
          <li key={label} className={styles.shortcut}>
            <span>{label}</span>
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}
