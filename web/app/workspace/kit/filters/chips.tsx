import type { ListOperator } from '@entrada/contract/list';
import { formatMoney } from '@entrada/contract/money';
import { listed } from '@entrada/contract/words/side-by-side';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { formatShortDay } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import type { ListControls } from '../list/use-list.ts';
import { amountBounds, chosenOptions, type FilterField, filterValue, setFilters } from './fields.ts';
import styles from './filters.module.css';

/** The filters that are on, each with a button that removes it. */
export function FilterChips({ list, filters }: { list: ListControls; filters: FilterField[] }) {
  const { t, i18n } = useLingui();
  return filters.map((filter) => {
    const text = chipText(i18n, list, filter);
    return (
      text !== '' && (
        <span key={filter.field} className={styles.chip}>
          <span className={styles.chipText}>
            <span className={styles.chipField}>{filter.label}</span> <b>{text}</b>
          </span>
          <button
            type="button"
            className={styles.chipRemove}
            aria-label={t`Remove filter ${filter.label}`}
            onClick={() => setFilters(list, filter.field, [])}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </span>
      )
    );
  });
}

const deleted = msg({ message: 'deleted', context: 'option of a filter' });

/** What a filter finds, in words. Empty if it is off. */
export function chipText(
  i18n: I18n,
  list: Pick<ListControls, 'view' | 'change'>,
  filter: FilterField,
): string {
  const { field } = filter;
  const stored = (operator: ListOperator) => filterValue(list, field, operator);
  if (filter.kind === 'text') return stored('like') || stored('eq') || allBut(i18n, stored('ne'));
  if (filter.kind === 'days') {
    const { timezone } = filter;
    const day = (instant: string) =>
      Number.isNaN(Date.parse(instant)) ? '' : formatShortDay(instant, { locale: i18n.locale, timezone });
    const end = stored('lt');
    const last = Number.isNaN(Date.parse(end)) ? stored('lte') : minuteBefore(end);
    return range(i18n, day(stored('gte') || stored('gt')), day(last));
  }
  if (filter.kind === 'amount') {
    const amount = (minor: string) =>
      minor &&
      formatMoney({ minor: Number(minor), currency: filter.currency, locale: languageTag(i18n.locale) });
    const { from, to, except } = amountBounds(list, field);
    return range(i18n, amount(from), amount(to)) || allBut(i18n, amount(except));
  }
  const { values, isExcluded } = chosenOptions(list, filter);
  const names = filter.options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
  if (filter.isWhole && names.length < values.length) names.push(i18n._(deleted));
  const joined = listed(names, i18n.locale);
  return isExcluded ? allBut(i18n, joined) : joined;
}

const allBut = (i18n: I18n, joined: string) => joined && i18n._(msg`all but ${joined}`);

const minuteBefore = (instant: string) => new Date(Date.parse(instant) - 60_000).toISOString();

function range(i18n: I18n, from: string, to: string): string {
  if (from && to) return from === to ? from : `${from} – ${to}`;
  if (from) return i18n._(msg`from ${from}`);
  return to ? i18n._(msg`up to ${to}`) : '';
}
