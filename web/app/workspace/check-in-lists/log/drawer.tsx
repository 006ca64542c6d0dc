import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { SideDrawer } from '../../kit/dialogs/side-drawer.tsx';
import styles from '../found/rows.module.css';
import { CountAndFiles, PersonField, Rows } from '../found/rows.tsx';
import { useFound, useTyped } from '../found/use-found.ts';
import { type LogPart, loadLog, logQuery } from './api.ts';
import { LogRow } from './row.tsx';

/** Every scan of a check-in list, the last one first: what came of it, where, by which link and by whom. */
export function LogDrawer({ listId, close }: { listId: number; close: () => void }) {
  const { t } = useLingui();
  const { id: eventId, timezone } = useEvent();
  const [part, setPart] = useState<LogPart>('all');
  const { query, ...field } = useTyped();
  const [onlyConflicts, setOnlyConflicts] = useState(false);
  const asked = { eventId, listId, part, query, onlyConflicts };
  const { found, rows, total } = useFound({
    queryKey: keys.checkInLog(eventId, listId, { part, query, conflicts: String(onlyConflicts) }),
    load: (page, signal) => loadLog(asked, page, signal),
  });
  return (
    <SideDrawer opened onClose={close} title={t`Log of the door`}>
      <div className={styles.drawer}>
        <PersonField {...field} />
        <SegmentedControl
          fullWidth
          aria-label={t`What to show`}
          value={part}
          onChange={(value) => setPart(value as LogPart)}
          data={[
            { value: 'all', label: t`All` },
            { value: 'in', label: t`Let in` },
            { value: 'refused', label: t`Turned away` },
            { value: 'undone', label: t`Taken back` },
          ]}
        />
        <Checkbox
          label={t`Conflicts alone`}
          description={t`A phone without a connection let somebody in who should not have been.`}
          checked={onlyConflicts}
          onChange={(change) => setOnlyConflicts(change.currentTarget.checked)}
        />
        <CountAndFiles what="scans" query={logQuery(asked)}>
          {rows && <Plural value={total} one="# scan" other="# scans" />}
        </CountAndFiles>
        <Rows
          found={found}
          rows={rows}
          empty={
            part === 'all' && query === '' && !onlyConflicts ? (
              <Trans>Nobody has scanned here yet.</Trans>
            ) : (
              <Trans>No scans match.</Trans>
            )
          }
        >
          {(scan) => <LogRow key={scan.id} scan={scan} timezone={timezone} />}
        </Rows>
      </div>
    </SideDrawer>
  );
}
