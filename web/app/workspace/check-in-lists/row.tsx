import type { CheckInList } from '@entrada/contract/door/check-in-lists';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { IconLink, IconPencil, IconScan, IconTrash } from '@tabler/icons-react';
import { formatCount, formatDayTime, formatList } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { RowLink, RowMenu } from '../kit/list/row.tsx';
import { RowBox } from '../kit/selection/select-boxes.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { doorPath } from './api.ts';
import styles from './check-in-lists.module.css';

type ListRowProps = {
  list: CheckInList;
  timezone: string;
  /** Null while the boxes are hidden. */
  selection: Selection | null;
  /** Whether a column shows. */
  has: (column: 'state' | 'checkedIn') => boolean;
  mayManage: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

export function ListRow({ list, timezone, selection, has, mayManage, onEdit, onDelete }: ListRowProps) {
  const { t, i18n } = useLingui();
  const { copyLink } = useEventActions();
  const inside = formatCount(list.checkedIn, i18n.locale);
  const all = formatCount(list.attendees, i18n.locale);
  const path = doorPath(list);
  return (
    <li
      className={styles.row}
      data-selecting={selection !== null || undefined}
      data-selected={selection?.has(list.id) || undefined}
    >
      {selection && (
        <div className={styles.box}>
          <RowBox selection={selection} id={list.id} name={list.name} />
        </div>
      )}
      <div className={styles.words}>
        <h2>{mayManage ? <RowLink opens={list.id}>{list.name}</RowLink> : list.name}</h2>
        <p className={styles.detail}>
          <Tickets list={list} />
        </p>
      </div>
      {has('state') && (
        <div className={styles.state}>
          <State list={list} timezone={timezone} />
        </div>
      )}
      {has('checkedIn') && (
        <div className={styles.progress}>
          <span className={styles.count}>
            <Trans>
              <b>{inside}</b> of {all} in
            </Trans>
          </span>
          <Progress label={t`Checked in on ${list.name}`} value={list.checkedIn} max={list.attendees} />
        </div>
      )}
      <div className={styles.actions}>
        <Button component="a" href={path} leftSection={<IconScan size={18} stroke={1.75} />}>
          <Trans>Open scanner</Trans>
        </Button>
        <RowMenu name={list.name}>
          <Menu.Item leftSection={<IconLink size={18} stroke={1.75} />} onClick={() => void copyLink(path)}>
            <Trans>Copy link</Trans>
          </Menu.Item>
          {mayManage && (
            <>
              <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} />} onClick={onEdit}>
                <Trans>Edit list</Trans>
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                color="var(--bad-text)"
                leftSection={<IconTrash size={18} stroke={1.75} />}
                onClick={onDelete}
              >
                <Trans>Delete list</Trans>
              </Menu.Item>
            </>
          )}
        </RowMenu>
      </div>
    </li>
  );
}

const named = 3;

function Tickets({ list }: { list: CheckInList }) {
  const { t, i18n } = useLingui();
  if (list.allTickets) return <Trans>All tickets</Trans>;
  const names = list.tickets.slice(0, named).map(({ name }) => name);
  const more = list.tickets.length - names.length;
  return formatList(
    more > 0 ? [...names, t`${plural(more, { one: '# more', other: '# more' })}`] : names,
    i18n.locale,
  );
}

function State({ list, timezone }: { list: CheckInList; timezone: string }) {
  const { i18n } = useLingui();
  const when = (at: string | null) => (at ? formatDayTime(at, { locale: i18n.locale, timezone }) : '');
  const opens = when(list.activatesAt);
  if (list.state === 'active') {
    return (
      <Badge tone="ok" quiet>
        <Trans>Active</Trans>
      </Badge>
    );
  }
  if (list.state === 'not_active') {
    return <Badge tone="info">{opens ? <Trans>From {opens}</Trans> : <Trans>Not active yet</Trans>}</Badge>;
  }
  return (
    <Badge tone="neutral">
      <Trans>Expired</Trans>
    </Badge>
  );
}
