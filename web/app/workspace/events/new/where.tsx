import { LIMITS } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { Radio, Select, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { countriesIn } from '../../../platform/i18n/countries.ts';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { Two } from '../../kit/form/drawer-frame.tsx';
import type { NewEventValues } from './values.ts';

type NewEventWhereProps = {
  values: NewEventValues;
  errors: Record<string, string>;
  set: <K extends keyof NewEventValues>(name: K, value: NewEventValues[K]) => void;
};

/** The fields for the place: a venue with its address, or how to join online. */
export function NewEventWhere({ values, errors, set }: NewEventWhereProps) {
  const { t, i18n } = useLingui();
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale]);
  const line = (
    name: 'venueName' | 'addressLine1' | 'addressLine2' | 'city' | 'region' | 'postalCode',
    label: string,
  ) => (
    <TextInput
      label={<OptionalLabel>{label}</OptionalLabel>}
      maxLength={name === 'postalCode' ? 20 : LIMITS.address}
      value={values[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
      error={errors[`location.${name}`]}
    />
  );
  return (
    <>
      <Radio.Group
        value={values.place}
        onChange={(value) => set('place', value === 'online' ? 'online' : 'venue')}
        aria-label={t`Where`}
      >
        <Two>
          <Radio value="venue" label={t`At a venue`} />
          <Radio value="online" label={t`Online`} />
        </Two>
      </Radio.Group>
      {values.place === 'online' ? (
        <Textarea
          label={<OptionalLabel>{t`Link and instructions`}</OptionalLabel>}
          description={t`Only buyers see this, with their order and in their email.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={LIMITS.onlineDetails}
          value={values.onlineDetails}
          onChange={(event) => set('onlineDetails', event.currentTarget.value)}
          error={errors['location.onlineDetails']}
        />
      ) : (
        <>
          {line('venueName', t`Venue`)}
          {line('addressLine1', t`Address`)}
          {line('addressLine2', t`Address, second line`)}
          <Two>
            {line('city', t`City`)}
            {line('postalCode', t`Postal code`)}
          </Two>
          <Two>
            {line('region', t`State or region`)}
            <Select
              label={<OptionalLabel>{t`Country`}</OptionalLabel>}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': t`No country` }}
              value={values.country || null}
              onChange={(code) => set('country', code ?? '')}
              data={countries.map(({ code, name }) => ({ value: code, label: name }))}
              nothingFoundMessage={t`No country has this name.`}
              error={errors['location.country']}
            />
          </Two>
          <TextInput
            label={<OptionalLabel>{t`Map link`}</OptionalLabel>}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={2048}
            value={values.mapUrl}
            onChange={(event) => set('mapUrl', event.currentTarget.value)}
            error={errors['location.mapUrl']}
          />
        </>
      )}
    </>
  );
}
