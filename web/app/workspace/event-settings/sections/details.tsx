import { LIMITS } from '@entrada/contract/constants';
import { Trans } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { fromLocalTime } from '../../../platform/i18n/zoned-time.ts';
import { Section } from '../../kit/display/section.tsx';
import { Two } from '../../kit/display/two.tsx';
import { CurrencySelect } from '../../kit/fields/currency-select.tsx';
import { DateTimeInput } from '../../kit/fields/date-time-input.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { TimeZoneSelect } from '../../kit/fields/time-zone-select.tsx';
import { Formatted, Line } from '../fields.tsx';
import { useSettingsWords } from '../labels.ts';
import type { SectionProps } from '../section-props.ts';
import { CoverField } from './cover-field.tsx';
import { OtherDates } from './dates/other-dates.tsx';
import { SaleWindows } from './dates/sale-windows.tsx';
import { TicketDates } from './dates/ticket-dates.tsx';

export function DetailsSection(props: SectionProps) {
  const { event, values, errors, set } = props;
  const { labels } = useSettingsWords();
  return (
    <>
      <Section
        title={<Trans>Basics</Trans>}
        text={<Trans>What people see at the top of the event page.</Trans>}
      >
        <Line {...props} field="title" max={LIMITS.name} isRequired />
        <Two>
          <DateTimeInput
            label={labels.startsAt}
            value={values.startsAt}
            timezone={values.timezone}
            onChange={(value) => set('startsAt', value)}
            error={errors['startsAt']}
          />
          <DateTimeInput
            label={<OptionalLabel>{labels.endsAt}</OptionalLabel>}
            value={values.endsAt}
            timezone={values.timezone}
            onChange={(value) => set('endsAt', value)}
            error={errors['endsAt']}
          />
        </Two>
        <TimeZoneSelect
          label={labels.timezone}
          value={values.timezone}
          at={fromLocalTime(values.startsAt, values.timezone) ?? event.startsAt}
          onChange={(value) => set('timezone', value)}
          error={errors['timezone']}
        />
        <OtherDates {...props} />
        <TicketDates {...props} />
        <SaleWindows {...props} />
        {event.hasSales ? (
          <TextInput
            label={labels.currency}
            value={values.currency}
            readOnly
            error={errors['currency']}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            description={<Trans>Something was sold or is being bought, so the currency is fixed.</Trans>}
          />
        ) : (
          <CurrencySelect
            label={labels.currency}
            value={values.currency}
            onChange={(value) => set('currency', value)}
            error={errors['currency']}
            description={
              <Trans>
                Prices and discounts keep their figures: 12.50 stays 12.50. Fees of a fixed amount only count
                in their own currency.
              </Trans>
            }
          />
        )}
      </Section>
      <Section
        title={<Trans>Cover image</Trans>}
        text={<Trans>At the top of the page, in lists, and where the event is shared. Saved at once.</Trans>}
      >
        <CoverField event={event} />
      </Section>
      <Section
        title={<Trans>Description</Trans>}
        text={<Trans>What the event is about, below the tickets.</Trans>}
      >
        <Formatted {...props} field="description" />
      </Section>
    </>
  );
}
