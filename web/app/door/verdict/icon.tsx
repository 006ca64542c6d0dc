import type { Verdict } from '@entrada/contract/door/check-in';
import {
  IconArrowsExchange,
  IconBan,
  IconCalendarCancel,
  IconCalendarX,
  IconCheck,
  IconClockOff,
  IconCoinOff,
  IconDoorOff,
  IconHash,
  IconHistory,
  IconHourglass,
  IconLogout2,
  IconRepeat,
  IconScan,
  IconTicketOff,
  IconUserQuestion,
  IconUserX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { toneOf } from './tone.ts';

const ICONS: Record<Verdict, TablerIcon> = {
  admitted: IconCheck,
  checked_out: IconLogout2,
  already_in: IconHistory,
  just_scanned: IconRepeat,
  unreadable: IconScan,
  number: IconHash,
  not_inside: IconUserQuestion,
  no_check_out: IconUserX,
  unknown: IconX,
  cancelled: IconBan,
  unpaid: IconCoinOff,
  revoked: IconArrowsExchange,
  wrong_event: IconTicketOff,
  wrong_ticket: IconDoorOff,
  wrong_day: IconCalendarX,
  called_off: IconCalendarCancel,
  not_active: IconHourglass,
  expired: IconClockOff,
};

/** Each answer of the door has an icon of its own, so that colour alone never tells it. */
export function VerdictIcon({ verdict, size }: { verdict: Verdict; size: number }) {
  const Icon = ICONS[verdict];
  const isPlain = verdict === 'admitted' || verdict === 'unknown';
  return <Icon size={size} stroke={isPlain ? 3 : toneOf(verdict) === 'bad' ? 2.25 : 2} aria-hidden="true" />;
}
