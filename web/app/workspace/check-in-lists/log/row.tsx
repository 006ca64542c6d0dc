import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import type { LoggedScan } from '@entrada/contract/door/scan-log';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { scanSentences } from '../../kit/timeline/scan-words.ts';
import styles from '../found/rows.module.css';

const sentenceOf = (outcome: string) =>
  Object.hasOwn(scanSentences, outcome) ? scanSentences[outcome as keyof typeof scanSentences] : undefined;

const ATTENTION = new Set(['undone', 'already_in', 'not_inside', 'just_scanned', 'unreadable', 'number']);

const toneOf = (outcome: string) => {
  if (outcome === 'admitted' || outcome === 'checked_out') return 'ok';
  return ATTENTION.has(outcome) ? 'attn' : 'bad';
};

/** A scan that arrived much later than it was made waited on its phone. */
const LATE_MS = 60_000;

export function LogRow({ scan, timezone }: { scan: LoggedScan; timezone: string }) {
  const { i18n, t } = useLingui();
  const sentence = sentenceOf(scan.outcome);
  const time = (at: string) => formatDayTime(at, { locale: i18n.locale, timezone });
  const received = time(scan.receivedAt);
  const isLate = Date.parse(scan.receivedAt) - Date.parse(scan.scannedAt) > LATE_MS;
  const device = scan.device === WORKSPACE_DEVICE ? t`Workspace` : scan.device;
  const first = scan.conflict?.first;
  const firstAt = first && time(first.at);
  const firstDevice = first?.device;
  const places = [...new Set([device, scan.link, scan.user].filter((one) => one !== null && one !== ''))];
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Badge tone={toneOf(scan.outcome)} quiet>
          {sentence ? i18n._(sentence) : scan.outcome}
        </Badge>
        <time dateTime={scan.scannedAt} className={styles.time}>
          {time(scan.scannedAt)}
        </time>
      </div>
      {scan.attendee && (
        <div>
          <b className={styles.name}>{scan.attendee.name}</b>{' '}
          <span className={styles.quiet}>
            {scan.attendee.ticket} · <span className="reference">{scan.attendee.reference}</span>
          </span>
        </div>
      )}
      <div className={styles.quiet}>{places.join(' · ')}</div>
      {scan.conflict && (
        <div>
          <Badge tone="attn" quiet>
            <Trans>Conflict</Trans>
          </Badge>{' '}
          <span className={styles.quiet}>
            {first ? (
              <Trans>
                Let in without a connection. The entry of {firstAt} counts: {firstDevice}
              </Trans>
            ) : (
              <Trans>Let in without a connection. No entry counts.</Trans>
            )}
          </span>
        </div>
      )}
      {isLate && (
        <div className={styles.quiet}>
          <Trans>Sent later: {received}</Trans>
        </div>
      )}
    </li>
  );
}
