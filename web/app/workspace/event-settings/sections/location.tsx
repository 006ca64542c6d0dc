import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack } from '@mantine/core';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Section } from '../../kit/display/section.tsx';
import { Two } from '../../kit/display/two.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedInput, LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import { Select } from '../../kit/menus/select.tsx';
import { useSettingsWords } from '../labels.ts';
import type { SectionProps } from '../section-props.ts';
import { COUNTRIES } from './countries.ts';
import { MapPreview } from './map-preview.tsx';

export function LocationSection({ values, errors, set }: SectionProps) {
  const { t, i18n } = useLingui();
  const { labels } = useSettingsWords();
  const names = new Intl.DisplayNames(languageTag(i18n.locale), { type: 'region' });
  const country = (code: string) => names.of(code) ?? code;
  const countries = () => {
    const sort = new Intl.Collator(languageTag(i18n.locale)).compare;
    return COUNTRIES.map((code) => ({ value: code, label: country(code) })).sort((a, b) =>
      sort(a.label, b.label),
    );
  };
  const line = (field: 'venueName' | 'addressLine1' | 'addressLine2' | 'city' | 'region' | 'postalCode') => (
    <LimitedInput
      label={<OptionalLabel>{labels[field]}</OptionalLabel>}
      limit={field === 'postalCode' ? 20 : LIMITS.address}
      value={values[field]}
      onChange={(change) => set(field, change.currentTarget.value)}
      error={errors[field]}
    />
  );
  return (
    <>
      <Section title={<Trans>Kind</Trans>} text={<Trans>Where people go to take part.</Trans>}>
        <Radio.Group
          aria-label={t`Kind`}
          value={values.isOnline ? 'online' : 'venue'}
          onChange={(value) => set('isOnline', value === 'online')}
        >
          <Stack gap="sm">
            <Radio value="venue" label={t`At a venue`} />
            <Radio value="online" label={t`Online`} />
          </Stack>
        </Radio.Group>
      </Section>
      {values.isOnline ? (
        <Section
          title={<Trans>How to join</Trans>}
          text={<Trans>Only buyers see this, with their order and in their email.</Trans>}
        >
          <LimitedTextarea
            label={<OptionalLabel>{t`Link and instructions`}</OptionalLabel>}
            autosize
            minRows={4}
            maxRows={14}
            limit={LIMITS.onlineDetails}
            value={values.onlineDetails}
            onChange={(change) => set('onlineDetails', change.currentTarget.value)}
            error={errors['onlineDetails']}
          />
        </Section>
      ) : (
        <>
          <Section title={<Trans>Address</Trans>} text={<Trans>On the event page and on tickets.</Trans>}>
            {line('venueName')}
            {line('addressLine1')}
            {line('addressLine2')}
            <Two>
              {line('city')}
              {line('postalCode')}
            </Two>
            <Two>
              {line('region')}
              <Select
                label={<OptionalLabel>{labels.country}</OptionalLabel>}
                clearable
                value={values.country || null}
                onChange={(code) => set('country', code ?? '')}
                shown={values.country && country(values.country)}
                choices={countries}
                nothingFoundMessage={t`No country has this name.`}
                error={errors['country']}
              />
            </Two>
          </Section>
          <Section
            title={<Trans>Map</Trans>}
            text={<Trans>Where “Open map” leads. Without a link, the address is searched for.</Trans>}
          >
            <LimitedInput
              label={<OptionalLabel>{labels.mapUrl}</OptionalLabel>}
              type="url"
              inputMode="url"
              placeholder="https://"
              limit={2048}
              value={values.mapUrl}
              onChange={(change) => set('mapUrl', change.currentTarget.value.trim())}
              error={errors['mapUrl']}
            />
            <MapPreview values={values} />
          </Section>
        </>
      )}
    </>
  );
}
