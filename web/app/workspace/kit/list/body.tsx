import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { LoadFailed } from '../display/load-failed.tsx';
import styles from './list.module.css';
import type { ListControls } from './use-list.ts';

type ListBodyProps = {
  list: ListControls & {
    rows: unknown[];
    result: {
      isPending: boolean;
      isError: boolean;
      error: unknown;
      isPlaceholderData: boolean;
      refetch: () => unknown;
    };
  };
  /** Shown while nothing exists yet. */
  empty: ReactNode;
  /** Shown when nothing matches: "No orders match." */
  noMatch: ReactNode;
  skeleton?: ReactNode;
  children: ReactNode;
};

/** The rows of a list. While it loads, is empty or has failed, something else takes their place. */
export function ListBody({ list, empty, noMatch, skeleton, children }: ListBodyProps) {
  const { t } = useLingui();
  const { result } = list;
  const nothingFound = (
    <p className={styles.noMatch} role="status">
      {noMatch}{' '}
      <button type="button" className="link" onClick={list.clear}>
        <Trans>Clear filters</Trans>
      </button>
    </p>
  );
  if (result.isError) {
    const { error } = result;
    // A shared address may hold filters that the API refuses. Trying again would not help.
    if (error instanceof ApiError && error.code === 'VALIDATION_FAILED' && list.isFiltered)
      return nothingFound;
    const note = <LoadFailed error={error} retry={() => void result.refetch()} />;
    if (list.rows.length === 0) return note;
    // Earlier rows stay visible when a refresh fails.
    return (
      <>
        {note}
        <div className={styles.rows} data-rows>
          {children}
        </div>
      </>
    );
  }
  if (result.isPending) {
    return (
      <div role="status" aria-label={t`Loading`}>
        {skeleton ?? <RowSkeletons />}
      </div>
    );
  }
  if (list.rows.length > 0) {
    return (
      <div
        className={styles.rows}
        data-rows
        aria-busy={result.isPlaceholderData}
        data-stale={result.isPlaceholderData || undefined}
      >
        {children}
      </div>
    );
  }
  return list.isFiltered ? nothingFound : empty;
}

function RowSkeletons() {
  return ['68%', '45%', '58%', '38%', '62%', '50%'].map((width) => (
    <div key={width} className={styles.skeleton}>
      <div className={styles.skeletonWords}>
        <Skeleton width={width} />
        <Skeleton width="28%" height={10} />
      </div>
      <Skeleton width={80} />
    </div>
  ));
}
