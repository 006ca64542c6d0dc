import { Trans, useLingui } from '@lingui/react/macro';
import { Radio, Stack } from '@mantine/core';
import { formatOwnDates } from '../../../../platform/i18n/format.ts';
import { useSettingsWords } from '../../labels.ts';
import type { SectionProps } from '../../section-props.ts';
import styles from '../../settings.module.css';
import { planTicketDates } from '../../ticket-dates.ts';

/** Says which dates the tickets with dates of their own get with new dates of their event, and lets one choose. */
export function TicketDates({ event, values, set }: SectionProps) {
  const { i18n, t } = useLingui();
  const { labels } = useSettingsWords();
  const plan = planTicketDates(event, values);
  if (!plan) return null;
  const zoned = { locale: i18n.locale, timezone: values.timezone };
  return (
    <>
      <Radio.Group
        label={labels.ticketDates}
        value={plan.dates}
        onChange={(value) => set('ticketDates', value === 'keep' ? 'keep' : 'move')}
      >
        <Stack gap="sm" mt="xs">
          <Radio value="move" label={t`Move with the start`} />
          <Radio value="keep" label={t`Keep their dates`} />
        </Stack>
      </Radio.Group>
      <div className={styles.worked} aria-live="polite">
        <h3>
          <Trans>After saving</Trans>
        </h3>
        <dl className="num">
          {plan.tickets.map(({ id, name, startsAt, endsAt }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{formatOwnDates({ ownStartsAt: startsAt, ownEndsAt: endsAt }, zoned)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
