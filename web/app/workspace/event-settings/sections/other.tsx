import { Trans, useLingui } from '@lingui/react/macro';
import { HistorySection } from '../../kit/audit/section.tsx';
import { Section } from '../../kit/display/section.tsx';
import { Toggle } from '../fields.tsx';
import type { SectionProps } from '../section-props.ts';
import { PriceDisplay } from './price-display.tsx';

export function OtherSection(props: SectionProps) {
  const { t } = useLingui();
  return (
    <>
      <Section
        title={<Trans>Price display</Trans>}
        text={<Trans>How ticket prices appear before checkout. What buyers pay is the same.</Trans>}
      >
        <PriceDisplay {...props} />
      </Section>
      <Section title={<Trans>Workspace</Trans>} text={<Trans>What you and your team see here.</Trans>}>
        <Toggle
          {...props}
          field="hideGettingStarted"
          text={t`Takes the steps off the sidebar and the dashboard of this event.`}
        />
        <Toggle
          {...props}
          field="showHiddenQuestions"
          text={t`The list of questions includes those that buyers don’t see.`}
        />
      </Section>
      <HistorySection kind="event" id={props.event.id} />
    </>
  );
}
