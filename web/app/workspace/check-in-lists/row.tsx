import type { CheckInList } from '@entrada/contract/door/check-in-lists';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDoorOff, IconListDetails, IconQrcode, IconScan, IconUsersGroup } from '@tabler/icons-react';
import { formatCount, formatDayTime } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import { RecordRow } from '../kit/display/record-row.tsx';
import { SomeNames } from '../kit/display/some-names.tsx';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { CopyLinkItem, DeleteItem, EditItem, RowMenu } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';
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
  onLinks: () => void;
  onLog: () => void;
  onInside: () => void;
  /** Closes the list, or opens it again. */
  onClosed: () => void;
  onDelete: () => void;
};

export function ListRow({ list, timezone, selection, has, mayManage, onEdit, ...props }: ListRowProps) {
  const { t, i18n } = useLingui();
  const { copyLink } = useEventActions();
  const inside = formatCount(list.checkedIn, i18n.locale);
  const all = formatCount(list.attendees, i18n.locale);
  const path = doorPath(list);
  const isOpen = list.state !== 'closed' && list.shortId !== '';
  return (
    <RecordRow
      selection={selection}
      id={list.id}
      name={list.name}
      detail={list.allTickets ? <Trans>All tickets</Trans> : <SomeNames of={list.tickets} most={3} />}
      opens={mayManage}
      className={styles.row}
    >
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
        {isOpen ? (
          <Button component="a" href={path} leftSection={<IconScan size={18} stroke={1.75} />}>
            <Trans>Open scanner</Trans>
          </Button>
        ) : (
          <Button onClick={list.state === 'closed' ? props.onClosed : props.onLinks}>
            {list.state === 'closed' ? <Trans>Open again</Trans> : <Trans>Add link</Trans>}
          </Button>
        )}
        <RowMenu name={list.name}>
          {isOpen && <CopyLinkItem onClick={() => void copyLink(path)} />}
          <Menu.Item leftSection={<IconUsersGroup size={18} stroke={1.75} />} onClick={props.onInside}>
            <Trans>Who is inside</Trans>
          </Menu.Item>
          {mayManage && (
            <>
              <Menu.Item leftSection={<IconQrcode size={18} stroke={1.75} />} onClick={props.onLinks}>
                <Trans>Links for the door</Trans>
              </Menu.Item>
              <Menu.Item leftSection={<IconListDetails size={18} stroke={1.75} />} onClick={props.onLog}>
                <Trans>Log of the door</Trans>
              </Menu.Item>
              <EditItem onClick={onEdit}>
                <Trans>Edit list</Trans>
              </EditItem>
              {list.state !== 'closed' && (
                <Menu.Item leftSection={<IconDoorOff size={18} stroke={1.75} />} onClick={props.onClosed}>
                  <Trans>Close list</Trans>
                </Menu.Item>
              )}
              <DeleteItem onClick={props.onDelete}>
                <Trans>Delete list</Trans>
              </DeleteItem>
            </>
          )}
        </RowMenu>
      </div>
    </RecordRow>
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
    <Badge tone="neutral">{list.state === 'closed' ? <Trans>Closed</Trans> : <Trans>Expired</Trans>}</Badge>
  );
}
