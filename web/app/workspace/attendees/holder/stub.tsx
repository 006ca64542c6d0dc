import type { AttendeeDetail } from '@entrada/contract/sales/holders';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { Stub } from '../../../ui/brand/stub.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { AttendeeStatus } from '../../kit/display/attendee-status.tsx';
import styles from './holder.module.css';

const SIZE = 84;
/** The white border that scanners need, in modules. */
const QUIET = 2;

/** The ticket as paper, with its number, its state and its code. */
export function TicketStub({ attendee }: { attendee: AttendeeDetail }) {
  const { i18n } = useLingui();
  const { ticket, reference, status, entries, code } = attendee;
  return (
    <Stub
      orientation="horizontal"
      main={
        <>
          <p className={styles.kind}>{sideBySide([ticket.name, ticket.priceLabel], i18n.locale)}</p>
          <p className={`reference ${styles.reference}`}>{reference}</p>
          <p className={styles.badges}>
            <AttendeeStatus status={status} />
            {status === 'active' && (
              <Badge tone={entries.length > 0 ? 'ok' : 'neutral'}>
                {entries.length > 0 ? <Trans>Checked in</Trans> : <Trans>Not checked in</Trans>}
              </Badge>
            )}
          </p>
        </>
      }
      end={
        <div className={styles.codePlace}>
          {code ? (
            <Code code={code} reference={reference} />
          ) : (
            <span className={styles.quiet}>
              <Trans>No valid code</Trans>
            </span>
          )}
        </div>
      }
    />
  );
}

function Code({ code, reference }: { code: string; reference: string }) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ['qr', code],
    queryFn: async () => (await import('../../../platform/qr.ts')).drawQr(code),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data) return <Skeleton width={SIZE} height={SIZE} />;
  const edge = data.size + 2 * QUIET;
  return (
    <svg
      className={styles.code}
      width={SIZE}
      height={SIZE}
      viewBox={`${-QUIET} ${-QUIET} ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t`QR code of ticket ${reference}`}
    >
      <path d={data.path} />
    </svg>
  );
}
