import { CURRENCIES, type Currency, isCurrency } from '@entrada/contract/money';
import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';

type CurrencySelectProps = {
  value: string;
  onChange: (value: Currency) => void;
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
};

export function CurrencySelect({ value, onChange, ...rest }: CurrencySelectProps) {
  const { t, i18n } = useLingui();
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(languageTag(i18n.locale), { type: 'currency' });
    return CURRENCIES.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
  }, [i18n.locale]);
  return (
    <Select
      searchable
      value={value}
      onChange={(code) => code && isCurrency(code) && onChange(code)}
      data={data}
      nothingFoundMessage={t`No currency has this name.`}
      allowDeselect={false}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...rest}
    />
  );
}
