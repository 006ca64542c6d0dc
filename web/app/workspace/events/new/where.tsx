import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Select } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { countriesIn } from '../../../platform/i18n/countries.ts';
import { cx } from '../../../ui/class-names.ts';
import { Two } from '../../kit/display/two.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedInput, LimitedTextarea } from '../../kit/fields/limited-text.tsx';
import styles from '../events.module.css';
import type { NewEventValues } from './values.ts';

type NewEventWhereProps = {
  values: NewEventValues;
  errors: Record<string, string>;
  set: <K extends keyof NewEventValues>(name: K, value: NewEventValues[K]) => void;
};

/** The fields for the place: a venue with its address, or how to join online. */
export function NewEventWhere({ values, errors, set }: NewEventWhereProps) {
  const { t } = useLingui();
  const isRefused = Object.keys(errors).some((path) => path.startsWith('location.'));
  const [isOpen, setOpen] = useState(false);
  const line = (
    name: 'venueName' | 'addressLine1' | 'addressLine2' | 'city' | 'region' | 'postalCode',
    label: string,
  ) => (
    <LimitedInput
      label={<OptionalLabel>{label}</OptionalLabel>}
      limit={name === 'postalCode' ? 20 : LIMITS.address}
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
        <LimitedTextarea
          label={<OptionalLabel>{t`Link and instructions`}</OptionalLabel>}
          description={t`Only buyers see this, with their order and in their email.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={3}
          maxRows={10}
          limit={LIMITS.onlineDetails}
          value={values.onlineDetails}
          onChange={(event) => set('onlineDetails', event.currentTarget.value)}
          error={errors['location.onlineDetails']}
        />
      ) : (
        <>
          <Two>
            {line('venueName', t`Venue`)}
            {line('city', t`City`)}
          </Two>
          {isOpen || isRefused ? (
            <FullAddress values={values} errors={errors} set={set} line={line} />
          ) : (
            <button type="button" className={cx('link', styles.more)} onClick={() => setOpen(true)}>
              <Trans>Add the full address</Trans>
            </button>
          )}
        </>
      )}
    </>
  );
}

type FullAddressProps = NewEventWhereProps & {
  line: (name: 'addressLine1' | 'addressLine2' | 'region' | 'postalCode', label: string) => ReactNode;
};

/** What most organizers fill in later, if at all. */
function FullAddress({ values, errors, set, line }: FullAddressProps) {
  const { t, i18n } = useLingui();
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale]);
  return (
    <>
      {line('addressLine1', t`Address`)}
      {line('addressLine2', t`Address, second line`)}
      {line('postalCode', t`Postal code`)}
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
      <LimitedInput
        label={<OptionalLabel>{t`Map link`}</OptionalLabel>}
        type="url"
        inputMode="url"
        placeholder="https://"
        limit={2048}
        value={values.mapUrl}
        onChange={(event) => set('mapUrl', event.currentTarget.value)}
        error={errors['location.mapUrl']}
      />
    </>
  );
}
