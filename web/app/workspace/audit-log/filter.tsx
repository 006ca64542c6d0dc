import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { timeZoneLabel } from '../../platform/i18n/time-zone.ts';
import { DayInput } from '../kit/fields/day-input.tsx';
import { dayOf, endOfDay, isBackwards, lastDayBefore, startOfDay } from '../kit/filters/days.ts';
import { useKeptRead } from '../kit/reading/kept-read.ts';
import styles from './audit-log.module.css';
import { choicesRead, FILTERS, personIn, queryOf } from './reads.ts';

/** Who, what, which record and when: everything stands in the address. */
export function Filter({ timezone, recordName }: { timezone: string; recordName: string | null }) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useSearchParams();
  const query = queryOf(search);
  const [wanted, setWanted] = useState('');
  const searched = useDeferredValue(wanted.trim());
  const { data } = useKeptRead(choicesRead({ ...(searched && { search: searched }), ...personIn(query) }));
  // What is typed and is no span of days yet.
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const change = (values: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { preventScrollReset: true },
    );
  const zone = timeZoneLabel(i18n, new Date().toISOString(), timezone);
  const from = typed.from ?? dayOf(query['from'] ?? '', timezone);
  const to = typed.to ?? lastDayBefore(query['to'] ?? '', timezone);
  const setDays = (next: { from: string; to: string }) => {
    const instants = { from: startOfDay(next.from, timezone), to: endOfDay(next.to, timezone) };
    const isSpan = (instants.from || next.from === '') && (instants.to || next.to === '');
    // Nothing would be found. What was found before stays until the days can be meant.
    const isMeant = isSpan && !isBackwards(next.from, next.to);
    setTyped(isMeant ? {} : next);
    if (isMeant) change(instants);
  };
  return (
    <search className={styles.filter} aria-label={t`Filter the audit log`}>
      {(data?.hasMore || wanted !== '') && (
        <TextInput
          type="search"
          label={t`Find a person`}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={t`Person`}
        value={query['person'] ?? ''}
        onChange={(event) => change({ person: event.currentTarget.value })}
        data={[
          { value: '', label: t`Everybody` },
          ...(data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        label={t`Kind of record`}
        value={query['kind'] ?? ''}
        onChange={(event) => change({ kind: event.currentTarget.value, record: '' })}
        data={[
          { value: '', label: t`Everything` },
          ...(data?.kinds ?? []).map(({ kind, name }) => ({ value: kind, label: name })),
        ]}
      />
      <div className={styles.days}>
        <div>
          <DayInput label={t`From`} value={from} onChange={(day) => setDays({ from: day, to })} />
        </div>
        <div>
          <DayInput
            label={t`Until`}
            value={to}
            onChange={(day) => setDays({ from, to: day })}
            error={isBackwards(from, to) && t`Choose a day that is not before the first one.`}
          />
        </div>
        <p className={styles.zone} suppressHydrationWarning>
          {zone}
        </p>
      </div>
      {Object.keys(query).length > 0 && (
        <p className={styles.narrowed}>
          {query['record'] && (
            <span>{recordName ? <Trans>Only “{recordName}”</Trans> : <Trans>Only one record</Trans>} · </span>
          )}
          <button
            type="button"
            className="link"
            onClick={() => {
              setTyped({});
              change(Object.fromEntries(FILTERS.map((name) => [name, ''])));
            }}
          >
            <Trans>Show everything</Trans>
          </button>
        </p>
      )}
    </search>
  );
}
