import { LIMITS, ORDER_TIMEOUT } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import { Note } from '../../../ui/notices/note.tsx';
import { Section } from '../../kit/display/section.tsx';
import { Formatted, Line, Toggle } from '../fields.tsx';
import { useSettingsWords } from '../labels.ts';
import type { SectionProps } from '../section-props.ts';
import styles from '../settings.module.css';
import { OwnChangesSection } from './returns/own-changes.tsx';

export function CheckoutSection(props: SectionProps) {
  const { t } = useLingui();
  return (
    <>
      <Section
        title={<Trans>Event page</Trans>}
        text={<Trans>How the page begins, and what it shows.</Trans>}
      >
        <Toggle
          {...props}
          field="hideIntroduction"
          text={t`The page opens with the tickets, below a line with name, date and place.`}
        />
        <Toggle
          {...props}
          field="showAvailableCount"
          text={t`Buyers see the count of every ticket, not only of those that show it themselves.`}
        />
        <Line
          {...props}
          field="continueButtonText"
          max={LIMITS.continueButtonText}
          placeholder={t`Continue`}
          description={t`On the button below the tickets. Empty, it says “Continue” in the buyer’s language.`}
        />
      </Section>
      <Section
        title={<Trans>Before checkout</Trans>}
        text={<Trans>Above the form in which buyers enter who they are.</Trans>}
      >
        <Formatted {...props} field="preCheckoutMessage" />
      </Section>
      <Section
        title={<Trans>Attendee details</Trans>}
        text={<Trans>Whose names and emails you ask for.</Trans>}
      >
        <AttendeeDetails {...props} />
      </Section>
      <OwnChangesSection {...props} />
      <Section
        title={<Trans>Order time limit</Trans>}
        text={<Trans>How long tickets are held while someone pays.</Trans>}
      >
        <TimeLimit {...props} />
      </Section>
      <Section
        title={<Trans>After checkout</Trans>}
        text={<Trans>With the tickets once the order is complete, and in the email that brings them.</Trans>}
      >
        <Formatted {...props} field="postCheckoutMessage" />
      </Section>
    </>
  );
}

function AttendeeDetails({ values, set }: SectionProps) {
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  return (
    <Radio.Group
      aria-label={labels.attendeeDetails}
      value={values.attendeeDetails}
      onChange={(value) => set('attendeeDetails', value === 'per_order' ? 'per_order' : 'per_ticket')}
    >
      <Stack gap="sm">
        <Radio
          value="per_ticket"
          label={t`For each ticket`}
          description={t`A name and an email for everyone who comes. Buyers may still have all tickets sent to themselves.`}
        />
        <Radio
          value="per_order"
          label={t`Once for the order`}
          description={t`Only the buyer’s. All tickets carry that name.`}
        />
      </Stack>
    </Radio.Group>
  );
}

function TimeLimit({ values, errors, set }: SectionProps) {
  const { t } = useLingui();
  const minutes = Number(values.orderTimeoutMinutes);
  const isShort = minutes >= ORDER_TIMEOUT.minMinutes && minutes < ORDER_TIMEOUT.recommendedMinutes;
  return (
    <>
      <TextInput
        className={styles.short}
        label={t`Minutes`}
        inputMode="numeric"
        autoComplete="off"
        value={values.orderTimeoutMinutes}
        onChange={(change) => set('orderTimeoutMinutes', change.currentTarget.value)}
        error={errors['orderTimeoutMinutes']}
      />
      {isShort && (
        <Note tone="attn" announce>
          <Trans>
            Below {ORDER_TIMEOUT.recommendedMinutes} minutes, people whose bank asks for approval often run
            out of time.
          </Trans>
        </Note>
      )}
    </>
  );
}
