import { TIMELINE_PARTS, type TimelinePart } from '@entrada/contract/insight/timeline';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatDay, formatTime } from '../../../platform/i18n/format.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { LoadFailed } from '../display/load-failed.tsx';
import { type TimelineOf, useTimeline } from './api.ts';
import { groupByDay, toneOf } from './days.ts';
import { Details } from './details.tsx';
import styles from './timeline.module.css';
import { What } from './what.tsx';

const partNames: Record<TimelinePart, MessageDescriptor> = {
  order: msg`Changes`,
  money: msg`Payments and refunds`,
  mails: msg`Emails`,
  door: msg`Scans at the door`,
  notes: msg`Notes`,
};

/** From this number of entries on, a timeline can be filtered. */
const LONG = 8;

type TimelineProps = {
  of: TimelineOf;
  currency: string;
  /** Of the event. */
  timezone: string;
};

/** What happened to an order or an attendee, newest first, by day. */
export function Timeline({ of, currency, timezone }: TimelineProps) {
  const { t, i18n } = useLingui();
  const [part, setPart] = useState<TimelinePart | null>(null);
  const { data, isError, error, refetch, ...older } = useTimeline(of, { part });
  const zoned = { locale: i18n.locale, timezone };
  if (isError && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const isLong = part !== null || data.length >= LONG;
  return (
    <div className={styles.timeline}>
      {isLong && (
        <NativeSelect
          className={styles.part ?? ''}
          aria-label={t`Show in the timeline`}
          value={part ?? ''}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setPart(TIMELINE_PARTS.find((one) => one === chosen) ?? null);
          }}
          data={[
            { value: '', label: t`Everything` },
            ...TIMELINE_PARTS.map((value) => ({ value, label: i18n._(partNames[value]) })),
          ]}
        />
      )}
      {data.length === 0 && (
        <p className={styles.detail}>
          <Trans>Nothing yet</Trans>
        </p>
      )}
      {groupByDay(data, (at) => formatDay(at, zoned)).map(({ name, entries }) => (
        <div key={name}>
          <h4 className={styles.day}>{name}</h4>
          <ol className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.key} data-tone={toneOf(entry)}>
                <div className={styles.words}>
                  <span>
                    <What entry={entry} currency={currency} />
                  </span>
                  <Details entry={entry} isOfMany={'orderId' in of} />
                </div>
                <time className={styles.time} dateTime={entry.at}>
                  {formatTime(entry.at, zoned)}
                </time>
              </li>
            ))}
          </ol>
        </div>
      ))}
      {older.isFetchNextPageError && <LoadFailed error={error} retry={() => void older.fetchNextPage()} />}
      {older.hasNextPage && !older.isFetchNextPageError && (
        <Button
          className={styles.more ?? ''}
          loading={older.isFetchingNextPage}
          onClick={() => void older.fetchNextPage()}
        >
          <Trans>Show older entries</Trans>
        </Button>
      )}
    </div>
  );
}
