import type { MoneyInputError } from '@entrada/contract/money';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import styles from './money-input.module.css';

/** Messages for the errors of `parseMoneyInput`. */
export const moneyInputErrors: Record<MoneyInputError, MessageDescriptor> = {
  empty: msg`Enter an amount.`,
  invalid: msg`Enter an amount in figures.`,
  negative: msg`The amount can’t be below zero.`,
  too_many_decimals: msg`This currency doesn’t have that many decimals.`,
  too_large: msg`This amount is too large.`,
};

type MoneyInputProps = {
  label?: ReactNode;
  'aria-label'?: string;
  currency: string;
  /** The typed text; `parseMoneyInput` reads it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  description?: ReactNode;
};

export function MoneyInput({ currency, value, onChange, ...rest }: MoneyInputProps) {
  const { i18n } = useLingui();
  const symbol = new Intl.NumberFormat(languageTag(i18n.locale), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: styles.input }}
      leftSection={<span aria-hidden="true">{symbol}</span>}
      leftSectionWidth={symbol && symbol.length > 2 ? 52 : 32}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...rest}
    />
  );
}
