import { LIMITS, ORDER_TIMEOUT } from '@entrada/contract/constants';
import type { EventDetail } from '@entrada/contract/events';
import { currencyExponent, formatMoney } from '@entrada/contract/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack, Switch, TextInput } from '@mantine/core';
import { languageTag } from '../../platform/locales.ts';
import { fromLocalTime } from '../../platform/zoned-time.ts';
import { Note } from '../../ui/note.tsx';
import { DateTimeInput } from '../ui/date-time-input.tsx';
import { Two } from '../ui/form-drawer.tsx';
import { OptionalLabel } from '../ui/labels.tsx';
import { Section } from '../ui/section.tsx';
import { TimeZoneSelect } from '../ui/time-zone-select.tsx';
import { CoverField } from './cover-field.tsx';
import { DescriptionEditor } from './description-editor.tsx';
import { useSettingsWords } from './labels.ts';
import styles from './settings.module.css';
import type { SettingsField, SettingsValues } from './settings-values.ts';

export type SectionProps = {
  event: EventDetail;
  values: SettingsValues;
  errors: Record<string, string>;
  set: <K extends SettingsField>(field: K, value: SettingsValues[K]) => void;
};

export function EventSection({ event, values, errors, set }: SectionProps) {
  const { t } = useLingui();
  const { labels } = useSettingsWords();
  const minutes = Number(values.orderTimeoutMinutes);
  const isShort = minutes >= ORDER_TIMEOUT.minMinutes && minutes < ORDER_TIMEOUT.recommendedMinutes;
  return (
    <>
      <Section
        title={<Trans>Basics</Trans>}
        text={<Trans>What people see at the top of the event page.</Trans>}
      >
        <TextInput
          label={labels.title}
          maxLength={LIMITS.name}
          value={values.title}
          onChange={(change) => set('title', change.currentTarget.value)}
          error={errors['title']}
        />
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
        <DescriptionEditor
          value={values.description}
          onChange={(value) => set('description', value)}
          error={errors['description']}
        />
      </Section>
      <Section
        title={<Trans>Price display</Trans>}
        text={<Trans>How ticket prices appear before checkout.</Trans>}
      >
        <PriceDisplay event={event} values={values} set={set} />
      </Section>
      <Section
        title={<Trans>Order time limit</Trans>}
        text={<Trans>How long tickets are held while someone pays.</Trans>}
      >
        <TextInput
          className={styles.short}
          label={t`Minutes`}
          inputMode="numeric"
          value={values.orderTimeoutMinutes}
          onChange={(change) => set('orderTimeoutMinutes', change.currentTarget.value)}
          error={errors['orderTimeoutMinutes']}
        />
        {isShort && (
          <Note tone="attn">
            <Trans>
              Below {ORDER_TIMEOUT.recommendedMinutes} minutes, people whose bank asks for approval often run
              out of time.
            </Trans>
          </Note>
        )}
      </Section>
      <Section title={<Trans>Availability</Trans>}>
        <Switch
          labelPosition="left"
          classNames={{ body: styles.switch }}
          label={labels.showAvailableCount}
          description={t`Buyers see the count of every ticket, not only of those that show it themselves.`}
          checked={values.showAvailableCount}
          onChange={(change) => set('showAvailableCount', change.currentTarget.checked)}
        />
      </Section>
    </>
  );
}

function PriceDisplay({ event, values, set }: Pick<SectionProps, 'event' | 'values' | 'set'>) {
  const { t, i18n } = useLingui();
  const money = (minor: number) =>
    formatMoney({ minor, currency: event.currency, locale: languageTag(i18n.locale) });
  // A ticket of 45 with a fee of 6 %, in the event's own currency.
  const price = 45 * 10 ** currencyExponent(event.currency);
  const fee = Math.round((price * 6) / 100);
  const [base, extra, all] = [money(price), money(fee), money(price + fee)];
  return (
    <Radio.Group
      aria-label={t`Price display`}
      value={values.priceDisplay}
      onChange={(value) => set('priceDisplay', value === 'inclusive' ? 'inclusive' : 'exclusive')}
    >
      <Stack gap={12}>
        <Radio
          value="exclusive"
          label={t`Show the price, and fees and taxes beside it`}
          description={t`${base} + ${extra} fee`}
        />
        <Radio value="inclusive" label={t`Show one price with everything in it`} description={all} />
      </Stack>
    </Radio.Group>
  );
}
