import type { LogEntry } from '@entrada/contract/door/supervising';
import { listed, sideBySide } from '@entrada/contract/words/side-by-side';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCash,
  IconCheck,
  IconCreditCard,
  IconGift,
  IconLogout2,
  IconRepeat,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatShortDay, formatTime } from '../../platform/i18n/format.ts';
import { Money } from '../../ui/money.tsx';
import { shownDevice } from '../device-name.ts';
import { verdictWords } from '../verdict/words.ts';
import styles from './view.module.css';

type Tone = 'ok' | 'attn' | 'bad' | 'plain';

/** One scan or sale: when, what became of it, who, and where. */
export function LogRow({ entry, timezone }: { entry: LogEntry; timezone: string }) {
  const { i18n } = useLingui();
  const zoned = { locale: i18n.locale, timezone };
  const { tone, icon } = lookOf(entry);
  const where = sideBySide(
    [entry.device && shownDevice(i18n, entry.device), entry.link !== entry.device ? entry.link : null],
    i18n.locale,
  );
  const isLate = Date.parse(entry.receivedAt) - Date.parse(entry.at) > 60_000;
  return (
    <li className={styles.row}>
      <time className={styles.time} dateTime={entry.at} title={formatShortDay(entry.at, zoned)}>
        {formatTime(entry.at, zoned)}
      </time>
      <span className={styles.icon} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        {entry.sale ? <SaleWords sale={entry.sale} /> : <ScanWords entry={entry} timezone={timezone} />}
        <p className={styles.detail}>
          {where}
          {isLate && (
            <>
              {where && ' · '}
              <Trans>sent at {formatTime(entry.receivedAt, zoned)}</Trans>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

function SaleWords({ sale }: { sale: NonNullable<LogEntry['sale']> }) {
  const { i18n } = useLingui();
  const tickets = listed(
    sale.tickets.map(({ name, quantity }) => i18n._(msg`${quantity} × ${name}`)),
    i18n.locale,
  );
  return (
    <>
      <p className={styles.name}>
        {sale.total > 0 ? <Trans>Sold: {tickets}</Trans> : <Trans>Guest: {tickets}</Trans>}
      </p>
      {sale.total > 0 && (
        <p className={styles.detail}>
          {sale.payment === 'card' ? (
            <Trans>
              <Money minor={sale.total} currency={sale.currency} /> by card
            </Trans>
          ) : (
            <Trans>
              <Money minor={sale.total} currency={sale.currency} /> in cash
            </Trans>
          )}
        </p>
      )}
    </>
  );
}

function ScanWords({ entry, timezone }: { entry: LogEntry; timezone: string }) {
  const { i18n } = useLingui();
  const outcome = outcomeWords(i18n, entry, timezone);
  return (
    <>
      <p className={styles.name}>{entry.name ?? outcome}</p>
      {entry.name && outcome && <p className={styles.detail}>{outcome}</p>}
      {entry.ticket && <p className={styles.detail}>{entry.ticket}</p>}
      {entry.isConflict && (
        <p className={styles.detail}>
          <Trans>Let through by mistake, without a connection</Trans>
        </p>
      )}
      {entry.reason && (
        <p className={styles.detail}>
          <Trans>Let in anyway: {entry.reason}</Trans>
        </p>
      )}
    </>
  );
}

function outcomeWords(i18n: I18n, { outcome, earlier }: LogEntry, timezone: string): string | null {
  if (!outcome || outcome === 'admitted') return null;
  if (outcome === 'undone') return i18n._(msg`Check-in undone`);
  if (outcome === 'already_in' && earlier) {
    const time = formatTime(earlier.at, { locale: i18n.locale, timezone });
    const device = shownDevice(i18n, earlier.device);
    return device
      ? i18n._(msg`Already inside since ${time}, let in by ${device}`)
      : i18n._(msg`Already inside since ${time}`);
  }
  return i18n._(verdictWords[outcome].title);
}

function lookOf({ outcome, sale, isConflict }: LogEntry): { tone: Tone; icon: ReactNode } {
  if (sale) {
    const Icon = sale.total === 0 ? IconGift : sale.payment === 'card' ? IconCreditCard : IconCash;
    return { tone: 'plain', icon: <Icon size={14} stroke={2} /> };
  }
  if (isConflict) return { tone: 'attn', icon: <IconAlertTriangle size={14} stroke={2} /> };
  switch (outcome) {
    case 'admitted':
      return { tone: 'ok', icon: <IconCheck size={14} stroke={3} /> };
    case 'checked_out':
      return { tone: 'plain', icon: <IconLogout2 size={14} stroke={2} /> };
    case 'undone':
      return { tone: 'plain', icon: <IconArrowBackUp size={14} stroke={2} /> };
    case 'already_in':
    case 'just_scanned':
    case 'unreadable':
    case 'number':
    case 'not_inside':
      return { tone: 'attn', icon: <IconRepeat size={14} stroke={2.5} /> };
    default:
      return { tone: 'bad', icon: <IconX size={14} stroke={3} /> };
  }
}
