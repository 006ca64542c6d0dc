import { Trans, useLingui } from '@lingui/react/macro';
import { IconCashRegister, IconListDetails, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { GuestList } from '../guests/list.tsx';
import type { RowTools } from '../guests/use-row-check-in.ts';
import type { LiveDoor } from '../use-door.ts';
import { Figures, InsideView, useInside } from './inside.tsx';
import { LogColumn, LogView } from './log.tsx';
import { PersonSheet } from './person.tsx';
import { SellView } from './sell.tsx';
import styles from './shell.module.css';
import { useIsWide } from './use-is-wide.ts';

type SupervisorTab = 'search' | 'inside' | 'log' | 'sell';

type SupervisorProps = {
  live: LiveDoor;
  tools: Omit<RowTools, 'onGuest'>;
  /** Lines above the tabs: connection and notices. */
  notices: ReactNode;
};

/** The four tabs of a supervisor; on a tablet with the counts and the log beside the work. */
export default function Supervisor({ live, tools, notices }: SupervisorProps) {
  const { t } = useLingui();
  const { door, changesElsewhere } = live;
  const [tab, setTab] = useState<SupervisorTab>('search');
  const [own, setOwn] = useState(0);
  const [shown, setShown] = useState<string>();
  const isWide = useIsWide();
  const { listShortId, onCounts, onError } = tools;
  const changes = changesElsewhere + own;
  const timezone = door.event.timezone;
  // What happens on this device changes the counts and the log as well.
  const counting: Omit<RowTools, 'onGuest'> = {
    ...tools,
    onCounts: (counts) => {
      onCounts(counts);
      setOwn((count) => count + 1);
    },
  };
  const log = { listShortId, timezone, changes, onError };
  const inside = useInside(listShortId, tab === 'inside' || isWide ? changes : 0, onError);
  const tabs: SupervisorTab[] = ['search', 'inside', 'log', ...(door.allowsSales ? ['sell' as const] : [])];
  return (
    <div className={styles.view}>
      <h2 className="visually-hidden">
        <Trans>Door supervisor</Trans>
      </h2>
      {notices}
      <div className={styles.columns}>
        <div className={styles.work} role="tabpanel" id="door-panel" aria-labelledby={`door-tab-${tab}`}>
          {tab === 'search' && (
            <GuestList
              {...counting}
              timezone={timezone}
              changesElsewhere={changesElsewhere + own}
              isSearching
              onPerson={setShown}
            />
          )}
          {tab === 'inside' && (
            <div className={styles.scroll}>
              <InsideView inside={inside} timezone={timezone} />
            </div>
          )}
          {tab === 'log' && <LogView {...log} />}
          {tab === 'sell' && (
            <SellView
              listShortId={listShortId}
              device={tools.device}
              changes={changesElsewhere}
              onCounts={counting.onCounts}
              onError={onError}
            />
          )}
        </div>
        {isWide && (
          <aside className={styles.side} aria-label={t`Counts and log`}>
            {tab !== 'inside' && <Figures inside={inside.data} isNarrow />}
            {tab !== 'log' && <LogColumn {...log} />}
          </aside>
        )}
      </div>
      <Tabs tabs={tabs} tab={tab} onChange={setTab} />
      {shown !== undefined && (
        <PersonSheet
          key={shown}
          reference={shown}
          timezone={timezone}
          changes={changesElsewhere}
          allowsReentry={door.allowsReentry}
          tools={{ ...counting, onGuest: () => undefined }}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  );
}

type TabsProps = { tabs: SupervisorTab[]; tab: SupervisorTab; onChange: (tab: SupervisorTab) => void };

function Tabs({ tabs, tab, onChange }: TabsProps) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const words = {
    search: { icon: IconSearch, label: <Trans>Search</Trans> },
    inside: { icon: IconUsersGroup, label: <Trans>Inside</Trans> },
    log: { icon: IconListDetails, label: <Trans>Log</Trans> },
    sell: { icon: IconCashRegister, label: <Trans>Sell</Trans> },
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#door-tab-${next}`)?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={t`Door supervisor`}>
      {tabs.map((name) => {
        const { icon: Icon, label } = words[name];
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={`door-tab-${name}`}
            aria-controls="door-panel"
            aria-selected={tab === name}
            tabIndex={tab === name ? 0 : -1}
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
