import { Trans } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { AdjustmentList } from '../adjustments/list.tsx';
import { RecordSection } from './section.tsx';

/** The moves to other tickets. Nothing if there was none. */
export function TicketChanges(props: ComponentProps<typeof AdjustmentList>) {
  if (props.adjustments.length === 0) return null;
  return (
    <RecordSection title={<Trans>Ticket changes</Trans>}>
      <AdjustmentList {...props} />
    </RecordSection>
  );
}
