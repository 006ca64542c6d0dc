import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Section } from '../../kit/display/section.tsx';
import { Formatted, Line, Toggle } from '../fields.tsx';
import type { SectionProps } from '../section-props.ts';

export function EmailSection(props: SectionProps) {
  const { t } = useLingui();
  return (
    <>
      <Section
        title={<Trans>Replies</Trans>}
        text={<Trans>Where questions of buyers go, from emails, tickets and the event page.</Trans>}
      >
        <Line
          {...props}
          field="supportEmail"
          max={LIMITS.email}
          inputMode="email"
          placeholder={t`hello@example.com`}
          description={t`Replies to every email of this event arrive here. Empty, pages show the organizer’s address.`}
        />
      </Section>
      <Section
        title={<Trans>Footer</Trans>}
        text={<Trans>Under every email that buyers and attendees get about this event.</Trans>}
      >
        <Formatted {...props} field="emailFooter" />
      </Section>
      <Section title={<Trans>New orders</Trans>} text={<Trans>What you hear about.</Trans>}>
        <Toggle
          {...props}
          field="notifyOrganizer"
          text={t`One email for each, to the organizer’s address.`}
        />
      </Section>
    </>
  );
}
