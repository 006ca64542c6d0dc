import { TIMELINE_PARTS, TIMELINE_SIZE, type TimelinePart } from '@entrada/contract/insight/timeline';
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
const MORE = 5;

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
  const [limit, setLimit] = useState<number>(TIMELINE_SIZE.first);
  const { data, isError, error, refetch, isFetching } = useTimeline(of, { part, limit });
  const zoned = { locale: i18n.locale, timezone };
  if (isError) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const isLong = part !== null || data.entries.length >= LONG;
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
            setLimit(TIMELINE_SIZE.first);
          }}
          data={[
            { value: '', label: t`Everything` },
            ...TIMELINE_PARTS.map((value) => ({ value, label: i18n._(partNames[value]) })),
          ]}
        />
      )}
      {data.entries.length === 0 && (
        <p className={styles.detail}>
          <Trans>Nothing yet</Trans>
        </p>
      )}
      {groupByDay(data.entries, (at) => formatDay(at, zoned)).map(({ name, entries }) => (
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
      {data.hasMore && limit < TIMELINE_SIZE.max && (
        <Button
          className={styles.more ?? ''}
          loading={isFetching}
          onClick={() => setLimit(Math.min(limit * MORE, TIMELINE_SIZE.max))}
        >
          <Trans>Show older entries</Trans>
        </Button>
      )}
    </div>
  );
}
