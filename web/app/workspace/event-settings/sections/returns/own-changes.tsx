import { GIVE_BACK_BEFORE } from '@entrada/contract/catalog/policies/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import { Section } from '../../../kit/display/section.tsx';
import { Two } from '../../../kit/display/two.tsx';
import { Toggle } from '../../fields.tsx';
import { useSettingsWords } from '../../labels.ts';
import type { SectionProps } from '../../section-props.ts';

/** What buyers may change of their tickets by themselves, and until when. */
export function OwnChangesSection(props: SectionProps) {
  const { values } = props;
  const { t } = useLingui();
  return (
    <Section
      title={t`What buyers may change`}
      text={<Trans>On the page of their order. Each order keeps what stands when it is bought.</Trans>}
    >
      <Toggle
        {...props}
        field="correctNames"
        text={t`Names and email addresses of attendees, and to whom the order is invoiced. The code of the ticket stays.`}
      />
      {values.correctNames && <Deadline {...props} before="correctNamesBefore" unit="correctNamesUnit" />}
      {values.correctNames && values.attendeeDetails === 'per_ticket' && (
        <Toggle
          {...props}
          field="namesLater"
          text={t`People can pay before they know who comes. Until then the ticket is in the buyer’s name, and its questions wait too. It shows its code once it has a name, at the latest when this time is over.`}
        />
      )}
      <Toggle
        {...props}
        field="passOn"
        text={t`Somebody else gets the ticket with a new code. The old code stops working.`}
      />
      {values.passOn && <Deadline {...props} before="passOnBefore" unit="passOnUnit" />}
    </Section>
  );
}

type DeadlineProps = SectionProps & {
  before: 'correctNamesBefore' | 'passOnBefore';
  unit: 'correctNamesUnit' | 'passOnUnit';
};

/** How long before the start something ends. */
function Deadline({ before, unit, values, errors, set }: DeadlineProps) {
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  return (
    <Two>
      <TextInput
        label={labels[before]}
        description={
          values[unit] === 'days'
            ? t`From ${GIVE_BACK_BEFORE.min} to ${GIVE_BACK_BEFORE.max}. That day still counts, until midnight where the event is.`
            : t`From ${GIVE_BACK_BEFORE.min} to ${GIVE_BACK_BEFORE.max}, to the minute.`
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="numeric"
        autoComplete="off"
        value={values[before]}
        onChange={(change) => set(before, change.currentTarget.value)}
        error={errors[before]}
      />
      <Radio.Group
        label={labels[unit]}
        value={values[unit]}
        onChange={(value) => set(unit, value === 'hours' ? 'hours' : 'days')}
      >
        <Stack gap="xs">
          <Radio value="days" label={t`Days`} />
          <Radio value="hours" label={t`Hours`} />
        </Stack>
      </Radio.Group>
    </Two>
  );
}
