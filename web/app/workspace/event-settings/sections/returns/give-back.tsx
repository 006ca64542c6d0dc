import { GIVE_BACK, GIVE_BACK_BEFORE, GIVE_BACK_PERCENT } from '@entrada/contract/catalog/policies/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import { Section } from '../../../kit/display/section.tsx';
import { Two } from '../../../kit/form/drawer-frame.tsx';
import { Toggle } from '../../fields.tsx';
import { useSettingsWords } from '../../labels.ts';
import type { SectionProps } from '../../section-props.ts';

/** Whether buyers may give tickets back, until when, and how much they get. */
export function GiveBackSection(props: SectionProps) {
  const { values, set } = props;
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  return (
    <Section
      title={labels.giveBack}
      text={<Trans>Said before people pay. Each order keeps what stands when it is bought.</Trans>}
    >
      <Radio.Group
        aria-label={labels.giveBack}
        value={values.giveBack}
        onChange={(value) => set('giveBack', GIVE_BACK.find((one) => one === value) ?? 'none')}
      >
        <Stack gap="sm">
          <Radio
            value="none"
            label={t`Not offered`}
            description={t`Buyers write to you. You can refund any order yourself.`}
          />
          <Radio
            value="asked"
            label={t`You decide each time`}
            description={t`Buyers ask on the page of their order. You find it under “Needs attention”.`}
          />
          <Radio
            value="automatic"
            label={t`At once`}
            description={t`The ticket ends, its place goes back on sale, and the money goes back. After a scan, a dispute or when a ticket was passed on, you are asked.`}
          />
        </Stack>
      </Radio.Group>
      {values.giveBack !== 'none' && <Terms {...props} />}
    </Section>
  );
}

function Terms(props: SectionProps) {
  const { values, errors, set } = props;
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  const isDays = values.giveBackUnit === 'days';
  return (
    <>
      <Two>
        <TextInput
          label={labels.giveBackBefore}
          description={
            isDays
              ? t`From ${GIVE_BACK_BEFORE.min} to ${GIVE_BACK_BEFORE.max}. That day still counts, until midnight where the event is.`
              : t`From ${GIVE_BACK_BEFORE.min} to ${GIVE_BACK_BEFORE.max}, to the minute.`
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="numeric"
          autoComplete="off"
          value={values.giveBackBefore}
          onChange={(change) => set('giveBackBefore', change.currentTarget.value)}
          error={errors['giveBackBefore']}
        />
        <Radio.Group
          label={labels.giveBackUnit}
          value={values.giveBackUnit}
          onChange={(value) => set('giveBackUnit', value === 'hours' ? 'hours' : 'days')}
        >
          <Stack gap="xs">
            <Radio value="days" label={t`Days`} />
            <Radio value="hours" label={t`Hours`} />
          </Stack>
        </Radio.Group>
      </Two>
      <Two>
        <TextInput
          label={labels.giveBackPercent}
          description={t`From ${GIVE_BACK_PERCENT.min} to ${GIVE_BACK_PERCENT.max}. 100 is the whole price.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="numeric"
          autoComplete="off"
          value={values.giveBackPercent}
          onChange={(change) => set('giveBackPercent', change.currentTarget.value)}
          error={errors['giveBackPercent']}
        />
      </Two>
      <Toggle
        {...props}
        field="giveBackKeepsFees"
        text={t`The fees that were added to the price, and the tax on them, are not sent back.`}
      />
    </>
  );
}
