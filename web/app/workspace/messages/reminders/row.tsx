import type { Reminder } from '@entrada/contract/outreach/reminders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { Link } from 'react-router';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useDrawerParam } from '../../kit/frame/drawer-param.ts';
import { RowLink } from '../../kit/list/row.tsx';
import { readable } from '../../kit/rich-text/placeholders.ts';
import { reminderNames, usePlaceholders } from '../words.ts';
import { writeReminder } from './api.ts';
import styles from './reminders.module.css';

type RowProps = { reminder: Reminder; mayWrite: boolean; ahead: () => void };

/**
 * A reminder: when it goes out, what it says, and its switch. Switching it off takes effect at once. Switching it on opens
 * the form, because its words are looked at and agreed to there.
 */
export function ReminderRow({ reminder, mayWrite, ahead }: RowProps) {
  const { t, i18n } = useLingui();
  const { id, timezone } = useEvent();
  const { open } = useDrawerParam();
  const placeholders = usePlaceholders();
  const { kind, isOn, isOver, subject, body, version, dueAt, lastMessageId } = reminder;
  const name = i18n._(reminderNames[kind]);
  const due = formatDayTime(dueAt, { locale: i18n.locale, timezone });
  const off = useChange({
    run: () => writeReminder(id, kind, { isOn: false, subject, body, version, isNotPromotional: false }),
    invalidates: () => [keys.reminders(id)],
    success: () => t`The reminder is switched off.`,
  });
  return (
    <li className={styles.item} onPointerEnter={ahead}>
      <div className={styles.words}>
        <h2 className={styles.name}>{mayWrite ? <RowLink opens={kind}>{name}</RowLink> : name}</h2>
        <p className={styles.subject}>
          {subject === '' ? <Trans>Nothing written yet</Trans> : readable(subject, placeholders)}
        </p>
        <p className={styles.meta}>
          {isOver ? (
            <Trans>Its time was {due}. It does not go out unless the event moves.</Trans>
          ) : isOn ? (
            <Trans>Goes out on {due}</Trans>
          ) : (
            <Trans>Would go out on {due}</Trans>
          )}
        </p>
        {lastMessageId !== null && (
          <Link className={styles.last} to={eventPath(id, `messages/${lastMessageId}`)}>
            <Trans>See what it sent last</Trans>
          </Link>
        )}
      </div>
      <Badge tone={isOn ? 'ok' : 'neutral'} quiet>
        {isOn ? <Trans context="reminder">On</Trans> : <Trans context="reminder">Off</Trans>}
      </Badge>
      {mayWrite && (
        <Switch
          className={styles.switch}
          aria-label={t`${name} is switched on`}
          checked={isOn}
          aria-busy={off.isPending}
          onFocus={ahead}
          onChange={() => (isOn ? void off.start(undefined) : open(kind))}
        />
      )}
    </li>
  );
}
