import { Trans } from '@lingui/react/macro';
import { IconCalendarDown, IconCalendarPlus, IconExternalLink } from '@tabler/icons-react';
import { type CalendarEntry, calendarLinks } from '../../platform/calendar-links.ts';
import type { ButtonLook } from './button.tsx';
import { Menu } from './menu.tsx';

type CalendarMenuProps = {
  event: { id: number } & Pick<CalendarEntry, 'title' | 'startsAt' | 'endsAt' | 'timezone'>;
  /** The address of the event's page. */
  url: string;
  /** Where the event takes place, as one line. */
  place: string;
  /** The address of the calendar file; that of the whole event unless given. */
  file?: string | undefined;
  look: ButtonLook;
  isCompact?: boolean;
  className?: string | undefined;
};

/** "Add to calendar": a file for the device's own calendar, Google or Outlook. */
export function CalendarMenu({
  event,
  url,
  place,
  file,
  look,
  isCompact = false,
  className,
}: CalendarMenuProps) {
  const { title, startsAt, endsAt, timezone } = event;
  const { google, outlook } = calendarLinks({ title, url, startsAt, endsAt, timezone, location: place });
  const away = <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />;
  return (
    <Menu
      label={<Trans>Add to calendar</Trans>}
      icon={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
      look={look}
      isCompact={isCompact}
      className={className}
      links={[
        {
          href: file ?? `/api/public/events/${event.id}/calendar.ics`,
          label: <Trans>Calendar file (ICS)</Trans>,
          icon: <IconCalendarDown size={16} stroke={1.75} aria-hidden="true" />,
          download: true,
        },
        { href: google, label: <Trans>Google Calendar</Trans>, icon: away, isElsewhere: true },
        { href: outlook, label: <Trans>Outlook</Trans>, icon: away, isElsewhere: true },
      ]}
    />
  );
}
