import type { IconLineScan } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './tabs.module.css';

export const tabId = (name: string) => `door-tab-${name}`;
export const panelId = 'door-panel';

type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly { name: Name; icon: typeof IconLineScan; words: ReactNode }[];
  current: Name;
  onChange: (name: Name) => void;
};

/** The tabs at the lower edge. The arrow keys go from one to the next. */
export function Tabs<Name extends string>({ label, tabs, current, onChange }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex(({ name }) => name === current);
    const next = step !== 0 && tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.name);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.name)}`)?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label} data-many={tabs.length > 2}>
      {tabs.map(({ name, icon: Icon, words }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabId(name)}
          aria-controls={panelId}
          aria-selected={current === name}
          tabIndex={current === name ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(name)}
          onKeyDown={onKey}
        >
          <Icon size={22} stroke={1.75} aria-hidden="true" />
          {words}
        </button>
      ))}
    </div>
  );
}
