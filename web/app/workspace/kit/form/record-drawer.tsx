import { useLingui } from '@lingui/react/macro';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { SideDrawer } from '../dialogs/side-drawer.tsx';
import { LoadFailed } from '../display/load-failed.tsx';
import styles from './drawer-frame.module.css';

type RecordDrawerProps<Found> = {
  /** From the address: the id of a record, or anything else for a new one. */
  which: string;
  /** The title while the record loads. */
  title: string;
  close: () => void;
  queryKey: (id: number) => QueryKey;
  load: (id: number, signal: AbortSignal) => Promise<Found>;
  /**
   * The form of a new record, or of the record as just read. A record from a list could be old, and saving it would
   * cause a conflict.
   */
  children: (found: Found | null) => ReactNode;
};

/** Loads the record of a drawer and shows its form. */
export function RecordDrawer<Found>({
  which,
  title,
  close,
  queryKey,
  load,
  children,
}: RecordDrawerProps<Found>) {
  const { t } = useLingui();
  const id = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: queryKey(id ?? 0),
    queryFn: ({ signal }) => load(id ?? 0, signal),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (id === null) return children(null);
  if (data) return <Fragment key={id}>{children(data)}</Fragment>;
  return (
    <SideDrawer opened onClose={close} title={title}>
      {isError ? (
        <div className={styles.loading}>
          <LoadFailed error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <div className={styles.loading} role="status" aria-label={t`Loading`}>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton width="60%" height={36} />
        </div>
      )}
    </SideDrawer>
  );
}
