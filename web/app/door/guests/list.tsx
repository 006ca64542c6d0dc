import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { formatCount } from '../../platform/i18n/format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { Space } from '../../ui/space.tsx';
import { Finder } from '../parts/finder.tsx';
import type { GuestFilter } from './guests.ts';
import styles from './list.module.css';
import { GuestRow } from './row.tsx';
import { SimilarGuests } from './similar.tsx';
import { useGuests } from './use-guests.ts';
import type { RowTools } from './use-row-check-in.ts';

type GuestListProps = Omit<RowTools, 'onGuest'> & {
  timezone: string;
  /** What the search begins with. */
  startsWith: string;
  changesElsewhere: number;
  /** The list was opened for a search: the field gets the focus. */
  isSearching: boolean;
  /** Shows everything about one person. */
  onPerson: (reference: string) => void;
};

const filters: GuestFilter[] = ['all', 'out', 'in'];

export function GuestList(props: GuestListProps) {
  const { timezone, startsWith, changesElsewhere, isSearching, onPerson, ...tools } = props;
  const { t, i18n } = useLingui();
  const { listShortId, findGuests, onError } = tools;
  const list = useGuests({ listShortId, startsWith, changesElsewhere, findGuests, onError });
  const { query, shownQuery, filter, page, problem, isLoading } = list;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isSearching) field.current?.focus();
  }, [isSearching]);
  const rows = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search or filter starts at the top
  useEffect(() => {
    rows.current?.scrollTo({ top: 0 });
  }, [shownQuery, filter]);
  const labels: Record<GuestFilter, ReactNode> = {
    all: <Trans>All</Trans>,
    out: <Trans>To arrive</Trans>,
    in: <Trans>Checked in</Trans>,
  };
  const clear = () => {
    list.search('');
    list.choose('all');
    field.current?.focus();
  };
  return (
    <Finder
      text={query}
      onText={list.search}
      onClear={clear}
      label={t`Search by name, ticket number or email`}
      placeholder={t`Name, number or full email`}
      field={field}
      filters={filters.map((name) => ({ name, words: labels[name], total: page?.totals[name] }))}
      filter={filter}
      onFilter={list.choose}
      body={rows}
      isLoading={isLoading}
      status={page && !isLoading ? <Found total={page.total} /> : null}
    >
      {problem !== undefined && (
        <Note
          tone="error"
          announce
          action={
            <button type="button" onClick={list.reload}>
              <Trans>Try again</Trans>
            </button>
          }
        >
          {errorMessage(i18n, problem)}
        </Note>
      )}
      {!page && problem === undefined && <Rows />}
      {page && page.guests.length > 0 && (
        <ul>
          {page.guests.map((guest) => (
            <GuestRow
              key={guest.reference}
              guest={guest}
              query={shownQuery}
              timezone={timezone}
              tools={{ ...tools, onGuest: list.replace }}
              onPerson={onPerson}
            />
          ))}
        </ul>
      )}
      {page && page.guests.length < page.total && (
        <Button size="xl" block loading={isLoading} className={styles.more} onClick={list.more}>
          <Trans>Show more guests</Trans>
        </Button>
      )}
      {page && page.guests.length === 0 && !isLoading && (
        <>
          <Empty
            isUnfiltered={shownQuery === '' && filter === 'all'}
            isOfPhone={page.isOfPhone}
            query={shownQuery}
            onClear={clear}
          />
          {shownQuery !== '' && !shownQuery.includes('@') && (
            <SimilarGuests
              key={shownQuery}
              query={shownQuery}
              timezone={timezone}
              tools={tools}
              onPerson={onPerson}
            />
          )}
        </>
      )}
    </Finder>
  );
}

function Found({ total }: { total: number }) {
  const { i18n } = useLingui();
  const count = formatCount(total, i18n.locale);
  return <Trans>Guests shown: {count}</Trans>;
}

function Empty(props: { isUnfiltered: boolean; isOfPhone: boolean; query: string; onClear: () => void }) {
  const { query } = props;
  if (props.isUnfiltered) {
    return (
      <div className={styles.empty}>
        <h2>
          <Trans>No guests yet</Trans>
        </h2>
        <p>
          <Trans>Everyone whose ticket this list admits appears here as soon as they have one.</Trans>
        </p>
      </div>
    );
  }
  return (
    <p className={styles.none}>
      {query ? <Trans>Nobody matches “{query}”.</Trans> : <Trans>Nobody is under this filter.</Trans>}
      <Space />
      {query.includes('@') &&
        (props.isOfPhone ? (
          <Trans>An email address is found only with a connection.</Trans>
        ) : (
          <Trans>An email address is found only when it is complete.</Trans>
        ))}{' '}
      <button type="button" className={styles.clearAll} onClick={props.onClear}>
        <Trans>Show all guests</Trans>
      </button>
    </p>
  );
}

const rowWidths = ['44%', '58%', '38%', '50%', '46%', '54%'];

function Rows() {
  return (
    <div aria-hidden="true">
      {rowWidths.map((width) => (
        <div key={width} className={styles.skeleton}>
          <div>
            <Skeleton width={width} height={16} />
            <Skeleton width="32%" height={12} />
          </div>
          <Skeleton width={96} height={44} />
        </div>
      ))}
    </div>
  );
}
