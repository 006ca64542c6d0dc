import { formatMoneyInput, parseMoneyInput } from '@entrada/contract/money';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { timeZoneLabel } from '../../../platform/i18n/time-zone.ts';
import { DayInput } from '../fields/day-input.tsx';
import { MoneyInput, moneyInputErrors } from '../fields/money-input.tsx';
import type { ListControls } from '../list/use-list.ts';
import { dayOf, endOfDay, isBackwards, lastDayBefore, startOfDay } from './days.ts';
import {
  type AmountField,
  type ChoiceField,
  chosenOptions,
  type DaysField,
  filterValue,
  setFilters,
  type TextField,
} from './fields.ts';

type Props<Field> = { list: ListControls; filter: Field };

/** The options of a field. */
export function Choice({ list, filter }: Props<ChoiceField>) {
  const { t } = useLingui();
  const { values, isExcluded } = chosenOptions(list, filter);
  const store = (next: string[], isNot: boolean) =>
    setFilters(list, filter.field, [{ operator: isNot ? 'ne' : filter.operator, value: next.join(',') }]);
  const toggle = (value: string) => {
    const rest = values.filter((one) => one !== value);
    const isSingle = filter.operator === 'eq' && !isExcluded;
    store(rest.length < values.length ? rest : isSingle ? [value] : [...values, value], isExcluded);
  };
  return (
    <>
      {filter.options.map(({ value, label }) => (
        <Checkbox key={value} label={label} checked={values.includes(value)} onChange={() => toggle(value)} />
      ))}
      {filter.canExclude && values.length > 0 && (
        <Checkbox
          label={t`All but these`}
          checked={isExcluded}
          onChange={() => store(filter.operator === 'eq' ? values.slice(0, 1) : values, !isExcluded)}
        />
      )}
    </>
  );
}

/** The first and the last day. Both are optional. */
export function Days({ list, filter: { field, timezone } }: Props<DaysField>) {
  const { t, i18n } = useLingui();
  const [from, setFrom] = useState(() => dayOf(filterValue(list, field, 'gte'), timezone));
  const [until, setUntil] = useState(() => lastDayBefore(filterValue(list, field, 'lt'), timezone));
  const store = (first: string, last: string) => {
    // Nothing would be found. What was found before stays until the days can be meant.
    if (isBackwards(first, last)) return;
    setFilters(
      list,
      field,
      [
        { operator: 'gte', value: startOfDay(first, timezone) },
        { operator: 'lt', value: endOfDay(last, timezone) },
      ],
      { replace: true },
    );
  };
  const zoneAt = startOfDay(until, timezone) || startOfDay(from, timezone) || new Date().toISOString();
  return (
    <>
      <DayInput
        label={t`From day`}
        value={from}
        onChange={(day) => {
          setFrom(day);
          store(day, until);
        }}
      />
      <DayInput
        label={t`Until day`}
        value={until}
        onChange={(day) => {
          setUntil(day);
          store(from, day);
        }}
        error={isBackwards(from, until) && t`Choose a day that is not before the first one.`}
        description={timeZoneLabel(i18n, zoneAt, timezone)}
      />
    </>
  );
}

/** The least and the most. Both are optional. */
export function Amount({ list, filter: { field, currency } }: Props<AmountField>) {
  const { t } = useLingui();
  return (
    <>
      <Bound {...{ list, field, currency }} operator="gte" label={t`At least`} />
      <Bound {...{ list, field, currency }} operator="lte" label={t`At most`} />
    </>
  );
}

type BoundProps = {
  list: ListControls;
  field: string;
  currency: string;
  operator: 'gte' | 'lte';
  label: string;
};

function Bound({ list, field, currency, operator, label }: BoundProps) {
  const { i18n } = useLingui();
  const locale = languageTag(i18n.locale);
  const [text, setText] = useState(() => {
    const stored = filterValue(list, field, operator);
    return /^\d{1,15}$/.test(stored) ? formatMoneyInput(Number(stored), currency, locale) : '';
  });
  const read = (typed: string) => (typed.trim() === '' ? '' : parseMoneyInput(typed, currency, locale));
  const found = read(text);
  const type = (typed: string) => {
    setText(typed);
    const amount = read(typed);
    if (typeof amount === 'object') return;
    const other = operator === 'gte' ? 'lte' : 'gte';
    setFilters(
      list,
      field,
      [
        { operator, value: String(amount) },
        { operator: other, value: filterValue(list, field, other) },
      ],
      { replace: true },
    );
  };
  return (
    <MoneyInput
      label={label}
      currency={currency}
      value={text}
      onChange={type}
      error={typeof found === 'object' && i18n._(moneyInputErrors[found.error])}
    />
  );
}

/** A part of a text, such as the beginning of a code. */
export function Part({ list, filter: { field, label } }: Props<TextField>) {
  const [text, setText] = useState(() => filterValue(list, field, 'like'));
  return (
    <TextInput
      aria-label={label}
      autoComplete="off"
      maxLength={100}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        setFilters(list, field, [{ operator: 'like', value: value.trim() }], { replace: true });
      }}
    />
  );
}
