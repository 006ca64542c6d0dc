import { Trans } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { Notes } from '../notes/notes.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { RecordSection } from './section.tsx';

type RecordHistoryProps = ComponentProps<typeof Notes> & Pick<ComponentProps<typeof Timeline>, 'currency'>;

/** What the team wrote about an order or an attendee, and what happened: the last sections of both drawers. */
export function RecordHistory({ currency, ...notes }: RecordHistoryProps) {
  const { of, timezone } = notes;
  return (
    <>
      <RecordSection title={<Trans>Notes</Trans>} aside={<Trans>Only your team sees these</Trans>}>
        <Notes {...notes} />
      </RecordSection>
      <RecordSection title={<Trans>Timeline</Trans>}>
        <Timeline of={of} currency={currency} timezone={timezone} />
      </RecordSection>
    </>
  );
}
