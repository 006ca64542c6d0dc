import { LOCALES } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { Select, Switch } from '@mantine/core';
import { isLocale, localeNames } from '../../../platform/i18n/locales.ts';
import type { Part } from './places.tsx';

/** The language of their mails and tickets, and whether they are mailed. */
export function Sending({ values, set }: Omit<Part, 'errors'>) {
  const { t } = useLingui();
  return (
    <>
      <Select
        label={t`Language of emails and tickets`}
        allowDeselect={false}
        value={values.locale}
        onChange={(locale) => locale && isLocale(locale) && set({ locale })}
        data={LOCALES.map((locale) => ({ value: locale, label: localeNames[locale] }))}
      />
      <Switch
        labelPosition="left"
        label={t`Email the tickets`}
        description={t`To everyone with an address, as after a purchase.`}
        checked={values.notify}
        onChange={(change) => set({ notify: change.currentTarget.checked })}
      />
    </>
  );
}
