import type { AttendeeRow } from '@entrada/contract/sales/attendees';
import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';

type AttendeeStatusProps = { status: AttendeeRow['status']; isIn?: boolean; awaitsName?: boolean };

/** The status of an attendee, in a quiet colour if nothing is wrong. "Checked in" and a missing name replace "active". */
export function AttendeeStatus({ status, isIn = false, awaitsName = false }: AttendeeStatusProps) {
  if (status === 'cancelled') {
    return (
      <Badge tone="bad">
        <Trans>Cancelled</Trans>
      </Badge>
    );
  }
  if (status === 'awaiting_payment') {
    return (
      <Badge tone="orange">
        <Trans>Awaiting payment</Trans>
      </Badge>
    );
  }
  if (awaitsName && !isIn) {
    return (
      <Badge tone="attn">
        <Trans>Name missing</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="ok" quiet>
      {isIn ? <Trans>Checked in</Trans> : <Trans context="attendee">Active</Trans>}
    </Badge>
  );
}
