import { Trans, useLingui } from '@lingui/react/macro';
import { IconLineScan, IconListSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import styles from './view-tabs.module.css';

export type View = 'scan' | 'guests';

const order: View[] = ['scan', 'guests'];

export const tabId = (view: View) => `door-tab-${view}`;
export const panelId = 'door-panel';

export function ViewTabs({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useLingui();
  const tabs = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = order.find((name) => name !== view);
    if (!other) return;
    onChange(other);
    tabs.current?.querySelector<HTMLElement>(`#${tabId(other)}`)?.focus();
  };
  const words = {
    scan: { icon: IconLineScan, label: <Trans>Scan</Trans> },
    guests: { icon: IconListSearch, label: <Trans>Guest list</Trans> },
  };
  return (
    <div ref={tabs} className={styles.tabs} role="tablist" aria-label={t`Check-in`}>
      {order.map((name) => {
        const { icon: Icon, label } = words[name];
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId(name)}
            aria-controls={panelId}
            aria-selected={view === name}
            tabIndex={view === name ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(name)}
            onKeyDown={onKey}
          >
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            {label}
          </button>
        );
      })}
    </div>
  );
}
