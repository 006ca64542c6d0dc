import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatTime } from '../../../platform/i18n/format.ts';
import { Space } from '../../../ui/space.tsx';
import { LoadFailed } from '../display/load-failed.tsx';
import styles from './kept.module.css';

type KeptFiguresProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error' | 'dataUpdatedAt' | 'refetch'>;
  /** In whose time the last reading is named. */
  timezone: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
};

/**
 * What a query answers: a skeleton until then, and why it fails if nothing is known. If a later reading fails, the last
 * figures stay, with their time.
 */
export function KeptFigures<T>({ query, timezone, skeleton, children }: KeptFiguresProps<T>) {
  const { data, isError, error, refetch } = query;
  const again = () => void refetch();
  if (data === undefined) return isError ? <LoadFailed error={error} retry={again} /> : skeleton;
  return (
    <>
      {isError && <LastFigures at={query.dataUpdatedAt} timezone={timezone} again={again} />}
      {children(data)}
    </>
  );
}

type LastFiguresProps = { at: number; timezone: string; again: () => void };

function LastFigures({ at, timezone, again }: LastFiguresProps) {
  const { i18n } = useLingui();
  const time = formatTime(new Date(at).toISOString(), { locale: i18n.locale, timezone });
  return (
    <p className={styles.last} role="status">
      <Trans>These figures are of {time}. Newer ones could not be loaded.</Trans>
      <Space />
      <button type="button" className="link" onClick={again}>
        <Trans>Try again</Trans>
      </button>
    </p>
  );
}
