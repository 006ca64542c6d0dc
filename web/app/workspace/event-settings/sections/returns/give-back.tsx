import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { fromLocalTime } from '../../../../platform/i18n/zoned-time.ts';
import { Space } from '../../../../ui/space.tsx';
import { useSession } from '../../../kit/data/session.ts';
import { Section } from '../../../kit/display/section.tsx';
import { readWhole } from '../../../kit/fields/whole-number.ts';
import { PolicyPreview } from '../../../kit/policies/preview.tsx';
import { StepsField } from '../../../kit/policies/steps-field.tsx';
import { nextStep, previewedSteps, typedSteps } from '../../../kit/policies/typed-steps.ts';
import { useSettingsWords } from '../../labels.ts';
import type { SectionProps } from '../../section-props.ts';

type Choice = 'organizer' | 'none' | 'own';

/** Whether buyers may give tickets back, and how: as the organizer says, or by the event's own steps. */
export function GiveBackSection({ event, values, errors, set }: SectionProps) {
  const { i18n, t } = useLingui();
  const { labels } = useSettingsWords();
  const { organizers } = useSession();
  const { name, id } = event.organizer;
  const theirs = organizers.find((one) => one.id === id)?.giveBack ?? [];
  const own = values.giveBack;
  const choice: Choice = own === null ? 'organizer' : own.length === 0 ? 'none' : 'own';
  const choose = (next: Choice) => {
    if (next === choice) return;
    const begin = theirs.length > 0 ? typedSteps(theirs, i18n.locale) : [nextStep(undefined, i18n.locale)];
    set('giveBack', next === 'organizer' ? null : next === 'none' ? [] : begin);
  };
  const { timezone } = values;
  const passOn = values.passOn
    ? { unit: values.passOnUnit, before: readWhole(values.passOnBefore) ?? 0 }
    : null;
  const startsAt = fromLocalTime(values.startsAt, timezone) ?? event.startsAt;
  return (
    <Section
      title={labels.giveBack}
      text={<Trans>Said before people pay. Each order keeps what stands when it is bought.</Trans>}
    >
      <Radio.Group
        aria-label={labels.giveBack}
        value={choice}
        onChange={(value) => choose(value === 'none' || value === 'own' ? value : 'organizer')}
      >
        <Stack gap="sm">
          <Radio
            value="organizer"
            label={t`As ${name} says for all events`}
            description={
              <>
                <Trans>A change there counts for this event as well.</Trans>
                <Space />
                <Link className="link" to={`/manage/organizer/${id}/settings`}>
                  <Trans>Settings of the organizer</Trans>
                </Link>
              </>
            }
          />
          <Radio
            value="own"
            label={t`Steps of its own`}
            description={t`They stand over those of the organizer. After a scan, a dispute or when a ticket was passed on, you are always asked.`}
          />
          <Radio
            value="none"
            label={t`Not offered`}
            description={t`Buyers write to you. You can refund any order yourself.`}
          />
        </Stack>
      </Radio.Group>
      {own && own.length > 0 && (
        <StepsField
          steps={own}
          onChange={(steps) => set('giveBack', steps)}
          errors={errors}
          path="giveBack"
          hasDates
        />
      )}
      {/* Once an event is called off, the page of an order says what goes back, and no policy counts. */}
      {event.calledOffAt === null && (
        <PolicyPreview
          steps={own ? previewedSteps(own) : theirs}
          event={{ startsAt, timezone, currency: event.currency, passOn }}
        />
      )}
    </Section>
  );
}
