import type { MessageDetail } from '@entrada/contract/outreach/messages';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { fromLocalTime, isSkippedTime } from '../../../platform/i18n/zoned-time.ts';
import { useEvent } from '../../kit/data/event.ts';
import { DateTimeInput } from '../../kit/fields/date-time-input.tsx';
import styles from './compose.module.css';

export type Moment = { isLater: boolean; local: string };

/** Why a message can't go out at a moment. */
export type MomentProblem = 'missing' | 'past' | 'after';

type Read = { sendAt: string | null; problem: null } | { sendAt: null; problem: MomentProblem };

/** The moment that was chosen: null is at once. Otherwise why it can't be that one. */
export function readMoment(
  { isLater, local }: Moment,
  { timezone, endsAt, now }: { timezone: string; endsAt: string | null; now: number },
): Read {
  if (!isLater) return { sendAt: null, problem: null };
  const at = isSkippedTime(local, timezone) ? undefined : fromLocalTime(local, timezone);
  if (!at) return { sendAt: null, problem: 'missing' };
  if (Date.parse(at) <= now) return { sendAt: null, problem: 'past' };
  if (endsAt && Date.parse(at) > Date.parse(endsAt)) return { sendAt: null, problem: 'after' };
  return { sendAt: at, problem: null };
}

type WhenProps = {
  moment: Moment;
  set: (moment: Moment) => void;
  problem: MomentProblem | null;
  message: MessageDetail | null;
};

/** When a message goes out: at once, or at a time of the event's zone. */
export function When({ moment, set, problem }: WhenProps) {
  const { t } = useLingui();
  const { timezone } = useEvent();
  return (
    <section className={styles.section}>
      <h2>
        <Trans>When</Trans>
      </h2>
      <SegmentedControl
        aria-label={t`When`}
        value={moment.isLater ? 'later' : 'now'}
        onChange={(when) => set({ ...moment, isLater: when === 'later' })}
        data={[
          { value: 'now', label: t`Now` },
          { value: 'later', label: t`At a time` },
        ]}
      />
      {moment.isLater && (
        <div className={styles.moment}>
          <DateTimeInput
            label={t`Date and time`}
            value={moment.local}
            timezone={timezone}
            onChange={(local) => set({ ...moment, local })}
            error={
              problem === 'past'
                ? t`This time is over. Choose a later one.`
                : problem === 'after'
                  ? t`The event is over by then. Choose an earlier time.`
                  : undefined
            }
            description={<Trans>People who buy before then are added. People who cancel are left out.</Trans>}
          />
        </div>
      )}
    </section>
  );
}
