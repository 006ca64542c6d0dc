import type { Direction } from '@entrada/contract/door/check-in';
import type { ReactNode } from 'react';
import { panelId, tabId } from '../parts/tabs.tsx';
import { LastScanRow } from './last-scan-row.tsx';
import styles from './scanning.module.css';
import type { LastScan } from './use-check-in.ts';
import { ViewTabs } from './view-tabs.tsx';
import { WaySwitch } from './way-switch.tsx';

type ScanPageProps = {
  notices: ReactNode;
  /** Undefined where nobody may go out and come in again. */
  way: Direction | undefined;
  onWay: (way: Direction) => void;
  last: LastScan | undefined;
  isUndoing: boolean;
  onUndo: (reference: string, of: Direction) => void;
  isSupervisor: boolean;
  onGuests: () => void;
  /** The camera. */
  children: ReactNode;
};

/** The scanner with what stands around it. */
export function ScanPage({ notices, way, onWay, last, isUndoing, onUndo, ...page }: ScanPageProps) {
  const { isSupervisor, onGuests, children } = page;
  return (
    <>
      {notices}
      {way && <WaySwitch way={way} onChange={onWay} />}
      <div
        className={styles.panel}
        {...(isSupervisor && { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId('scan') })}
      >
        {children}
      </div>
      {last && (
        <LastScanRow
          key={last.at}
          last={last}
          isUndoing={isUndoing}
          onUndo={isSupervisor ? onUndo : undefined}
        />
      )}
      {isSupervisor && <ViewTabs onGuests={onGuests} />}
    </>
  );
}
