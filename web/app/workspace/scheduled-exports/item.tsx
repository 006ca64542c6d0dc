import type { ScheduledExport } from '@entrada/contract/insight/scheduled-exports';
import { sideBySide, withNote } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { formatDayTime, formatList } from '../../platform/i18n/format.ts';
import { localeNames } from '../../platform/i18n/locales.ts';
import { Badge } from '../../ui/badge.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { isNarrowing } from '../kit/exports/planned.ts';
import { exportWords } from '../kit/exports/words.ts';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { notifyUndo } from '../kit/frame/notify.tsx';
import { DeleteItem, EditItem, RowLink, RowMenu } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import {
  bringBackSchedule,
  dropSchedule,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
  type Schedules,
  touchedBySchedules,
} from './api.ts';
import { Runs } from './runs.tsx';
import styles from './scheduled-exports.module.css';
import { clockTime, obstacleOf, rhythmOf, stops } from './words.ts';

type ItemProps = { schedule: ScheduledExport; schedules: Schedules; mayEdit: boolean };

/** A scheduled export: what comes when to whom, how the last time went, and what can be done with it. */
export function ScheduleItem({ schedule, schedules, mayEdit }: ItemProps) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const { open } = useDrawerParam();
  const { id, what, format, weekday, hour, stopped, nextAt } = schedule;
  const name = i18n._(exportWords[what].name);
  const invalidates = () => touchedBySchedules(event.id);
  const change = useChange({
    run: (act: (eventId: number, id: number) => Promise<unknown>) => act(event.id, id),
    invalidates,
  });
  const send = useChange({
    run: () => runSchedule(event.id, id),
    invalidates,
    success: () => t`The file is being made. Its link then goes to the recipients.`,
  });
  const restore = useChange({ run: () => bringBackSchedule(event.id, id), invalidates });
  const drop = useChange({
    run: () => dropSchedule(event.id, id),
    invalidates,
    onDone: () =>
      notifyUndo({
        id: `scheduled-export-${id}`,
        message: t`The scheduled export is deleted.`,
        undo: () => void restore.start(undefined),
      }),
  });
  const title = withNote(name, format.toUpperCase(), i18n.locale);
  const time = clockTime(hour, i18n.locale);
  const rhythm = i18n._(rhythmOf(weekday));
  const next = nextAt && formatDayTime(nextAt, { locale: i18n.locale, timezone: schedules.timezone });
  const readers = schedules.members.filter((one) => schedule.recipients.includes(one.id));
  const names = formatList(
    readers.map((one) => one.name),
    i18n.locale,
  );
  const without = readers.filter((one) => obstacleOf(one, what) !== null);
  const isFiltered = isNarrowing(schedule.query);
  const symbol = { size: 18, stroke: 1.75 };
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h2 className={styles.name}>{mayEdit ? <RowLink opens={id}>{title}</RowLink> : title}</h2>
        <p>
          {sideBySide(
            [rhythm, time, isFiltered ? t`Filtered rows` : t`Everything`, localeNames[schedule.locale]],
            i18n.locale,
          )}
        </p>
        <p className={styles.meta}>
          <Trans>To {names}</Trans>
        </p>
        {without.map((one) => {
          const why = obstacleOf(one, what);
          return (
            <p key={one.id} className={styles.warning}>
              {one.name}: {why && i18n._(why)}
            </p>
          );
        })}
        <Runs eventId={event.id} schedule={schedule} timezone={schedules.timezone} />
      </div>
      <div className={styles.state}>
        {stopped ? (
          <Badge tone={stopped === 'nobody' ? 'attn' : 'neutral'}>{i18n._(stops[stopped])}</Badge>
        ) : (
          <Badge tone="ok" quiet>
            {next ? <Trans>Next: {next}</Trans> : <Trans>Ends with the event</Trans>}
          </Badge>
        )}
      </div>
      {mayEdit && (
        <RowMenu name={title}>
          <EditItem onClick={() => open(id)}>
            <Trans>Edit</Trans>
          </EditItem>
          <Menu.Item leftSection={<IconSend {...symbol} />} onClick={() => void send.start(undefined)}>
            <Trans>Send now</Trans>
          </Menu.Item>
          {stopped ? (
            <Menu.Item
              leftSection={<IconPlayerPlay {...symbol} />}
              onClick={() => void change.start(resumeSchedule)}
            >
              <Trans>Resume</Trans>
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPause {...symbol} />}
              onClick={() => void change.start(pauseSchedule)}
            >
              <Trans>Pause</Trans>
            </Menu.Item>
          )}
          <DeleteItem onClick={() => void drop.start(undefined)}>
            <Trans>Delete</Trans>
          </DeleteItem>
        </RowMenu>
      )}
    </li>
  );
}
