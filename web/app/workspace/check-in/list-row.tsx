import type { CheckInList } from '@entrada/contract/check-in';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconLink, IconPencil, IconScan, IconTrash } from '@tabler/icons-react';
import { formatCount, formatDayTime, formatList } from '../../platform/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useEventActions } from '../shell/event-actions.tsx';
import styles from './check-in.module.css';

type ListRowProps = {
  list: CheckInList;
  timezone: string;
  mayManage: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

export function ListRow({ list, timezone, mayManage, onEdit, onDelete }: ListRowProps) {
  const { t, i18n } = useLingui();
  const { copyLink } = useEventActions();
  const inside = formatCount(list.checkedIn, i18n.locale);
  const all = formatCount(list.attendees, i18n.locale);
  const path = `/check-in/${list.shortId}`;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h2 className={styles.name}>{list.name}</h2>
        <p className={styles.detail}>
          <Tickets list={list} />
        </p>
      </div>
      <div>
        <State list={list} timezone={timezone} />
      </div>
      <div className={styles.progress}>
        <span className={styles.count}>
          <Trans>
            <b>{inside}</b> of {all} in
          </Trans>
        </span>
        <Progress label={t`Checked in on ${list.name}`} value={list.checkedIn} max={list.attendees} />
      </div>
      <div className={styles.actions}>
        <Button component="a" href={path} leftSection={<IconScan size={18} stroke={1.75} />}>
          <Trans>Open scanner</Trans>
        </Button>
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon aria-label={t`Actions for ${list.name}`}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
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
          </Menu.Dropdown>
        </Menu>
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
