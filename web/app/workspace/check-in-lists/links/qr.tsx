import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import styles from './links.module.css';

const QUIET = 4;
const SIZE = 148;

/** The address of a link as a code, which opens the door's page on the phone that scans it. */
export function LinkQr({ path, name }: { path: string; name: string }) {
  const { t } = useLingui();
  const address = location.origin + path;
  const drawn = useQuery({
    queryKey: ['qr', address],
    queryFn: async () => (await import('../../../platform/qr.ts')).drawQr(address),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (drawn.isError) return <LoadFailed error={drawn.error} retry={() => void drawn.refetch()} />;
  const code = drawn.data;
  return (
    <figure className={styles.figure}>
      {code ? (
        <svg
          className={styles.qr}
          viewBox={`${-QUIET} ${-QUIET} ${code.size + 2 * QUIET} ${code.size + 2 * QUIET}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t`Code of the link ${name}`}
        >
          <path d={code.path} />
        </svg>
      ) : (
        <Skeleton width={SIZE} height={SIZE} />
      )}
      <figcaption className={styles.quiet}>
        <Trans>
          Scan it with a phone to open the door there. The first time needs a network; after that the phone
          scans without one for 24 hours.
        </Trans>
      </figcaption>
    </figure>
  );
}
