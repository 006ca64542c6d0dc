import { CURRENCIES, type Currency, isCurrency } from '@entrada/contract/money';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Select } from '../menus/select.tsx';

type CurrencySelectProps = {
  value: string;
  onChange: (value: Currency) => void;
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
};

export function CurrencySelect({ value, onChange, ...rest }: CurrencySelectProps) {
  const { t, i18n } = useLingui();
  const names = new Intl.DisplayNames(languageTag(i18n.locale), { type: 'currency' });
  const name = (code: string) => `${code} · ${names.of(code) ?? code}`;
  return (
    <Select
      value={value}
      onChange={(code) => code && isCurrency(code) && onChange(code)}
      shown={name(value)}
      choices={() => CURRENCIES.map((code) => ({ value: code, label: name(code) }))}
      nothingFoundMessage={t`No currency has this name.`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...rest}
    />
  );
}
