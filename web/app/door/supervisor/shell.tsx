import { Trans, useLingui } from '@lingui/react/macro';
import { IconCashRegister, IconListDetails, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { GuestList } from '../guests/list.tsx';
import type { RowTools } from '../guests/use-row-check-in.ts';
import { LogColumn, LogView } from '../log/view.tsx';
import { panelId, Tabs, tabId } from '../parts/tabs.tsx';
import { PersonSheet } from '../person/sheet.tsx';
import { SellView } from '../sales/sell.tsx';
import type { LiveDoor } from '../use-door.ts';
import { Figures, InsideView, useInside } from './inside.tsx';
import styles from './shell.module.css';
import { useIsWide } from './use-is-wide.ts';

type SupervisorTab = 'search' | 'inside' | 'log' | 'sell';

type SupervisorProps = {
  live: LiveDoor;
  tools: Omit<RowTools, 'onGuest'>;
  /** Lines above the tabs: connection and notices. */
  notices: ReactNode;
  /** What the search begins with. */
  query: string;
};

/** The four tabs of a supervisor; on a tablet with the counts and the log beside the work. */
export default function Supervisor({ live, tools, notices, query }: SupervisorProps) {
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
  const tabs = [
    { name: 'search' as const, icon: IconSearch, words: <Trans>Search</Trans> },
    { name: 'inside' as const, icon: IconUsersGroup, words: <Trans>Inside</Trans> },
    { name: 'log' as const, icon: IconListDetails, words: <Trans>Log</Trans> },
    ...(door.allowsSales
      ? [{ name: 'sell' as const, icon: IconCashRegister, words: <Trans>Sell</Trans> }]
      : []),
  ];
  return (
    <div className={styles.view}>
      <h2 className="visually-hidden">
        <Trans>Door supervisor</Trans>
      </h2>
      {notices}
      <div className={styles.columns}>
        <div className={styles.work} role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
          {tab === 'search' && (
            <GuestList
              {...counting}
              startsWith={query}
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
      <Tabs label={t`Door supervisor`} tabs={tabs} current={tab} onChange={setTab} />
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
