import { type Audience, type AudienceCount, isUnfiltered } from '@entrada/contract/outreach/audience';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Radio, SegmentedControl, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../platform/i18n/format.ts';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { useAttendeeFilters } from '../../kit/filters/attendee-fields.ts';
import { FilterChips } from '../../kit/filters/chips.tsx';
import { FilterMenu } from '../../kit/filters/menu.tsx';
import { useOrderFilters } from '../../kit/filters/order-fields.ts';
import { useAudienceWords } from '../audience-words.ts';
import styles from './compose.module.css';
import { audienceList, type useCount } from './use-audience.ts';
import type { DraftForm } from './use-draft.ts';

type RecipientsProps = { form: DraftForm; count: ReturnType<typeof useCount> };

/** Who gets a message: the kind of people, the filters, how many that are, and some of them. */
export function Recipients({ form, count }: RecipientsProps) {
  const { t } = useLingui();
  const { audience, each } = form.values;
  const set = (next: Audience) => form.set({ audience: next });
  const isBuyers = audience.to === 'buyers';
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Who gets it</Trans>
      </h2>
      {audience.ids ? (
        <Chosen audience={audience} set={set} />
      ) : (
        <>
          <SegmentedControl
            aria-label={t`Who gets it`}
            value={audience.to}
            onChange={(to) => set({ to: to as Audience['to'], query: {} })}
            data={[
              { value: 'attendees', label: t`Attendees` },
              { value: 'buyers', label: t`Buyers` },
            ]}
          />
          {isBuyers ? (
            <BuyerFilters audience={audience} set={set} />
          ) : (
            <AttendeeFilters audience={audience} set={set} />
          )}
        </>
      )}
      <Count count={count} audience={audience} />
      <Radio.Group
        label={t`How often`}
        value={each}
        onChange={(next) => form.set({ each: next === 'ticket' ? 'ticket' : 'person' })}
      >
        <Stack gap="sm" mt="xs">
          <Radio value="person" label={t`One email to each address`} />
          <Radio
            value="ticket"
            label={isBuyers ? t`One email for each order` : t`One email for each ticket`}
          />
        </Stack>
      </Radio.Group>
    </section>
  );
}

type FiltersProps = { audience: Audience; set: (audience: Audience) => void };

function AttendeeFilters(props: FiltersProps) {
  return <Filters {...props} filters={useAttendeeFilters()} />;
}

function BuyerFilters(props: FiltersProps) {
  return <Filters {...props} filters={useOrderFilters(audienceList(props.audience, props.set))} />;
}

function Filters({
  audience,
  set,
  filters,
}: FiltersProps & { filters: ReturnType<typeof useAttendeeFilters> }) {
  const { t } = useLingui();
  const list = audienceList(audience, set);
  const query = list.view.query.trim();
  const except = audience.except?.length ?? 0;
  return (
    <div className={styles.filters}>
      {query !== '' && (
        <Chip label={t`Remove the search`} onRemove={() => list.change({ query: '' })}>
          <Trans>found by “{query}”</Trans>
        </Chip>
      )}
      <FilterChips list={list} filters={filters} />
      {except > 0 && (
        <Chip
          label={t`Remove the exception`}
          onRemove={() => {
            const { except: _, ...rest } = audience;
            set(rest);
          }}
        >
          <Plural value={except} one="all but # of them" other="all but # of them" />
        </Chip>
      )}
      <FilterMenu list={list} filters={filters}>
        <Trans>Add a filter</Trans>
      </FilterMenu>
    </div>
  );
}

type ChipProps = { label: string; onRemove: () => void; children: ReactNode };

function Chip({ label, onRemove, children }: ChipProps) {
  return (
    <span className={styles.chip}>
      <b>{children}</b>
      <button type="button" aria-label={label} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </span>
  );
}

/** People who were chosen one by one. Without them, the message goes to all. */
function Chosen({ audience, set }: FiltersProps) {
  const { t } = useLingui();
  const words = useAudienceWords();
  return (
    <div className={styles.filters}>
      <Chip label={t`Choose by filters instead`} onRemove={() => set({ to: audience.to, query: {} })}>
        {words(audience)}
      </Chip>
    </div>
  );
}

function Count({ count, audience }: Pick<RecipientsProps, 'count'> & { audience: Audience }) {
  const { i18n } = useLingui();
  const { data, isError, error, refetch, isPlaceholderData } = count;
  if (isError && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} />;
  const { mails, orders, found } = data;
  const nobody =
    found === 0 && isUnfiltered(audience) ? (
      <Trans>Nobody has a ticket yet.</Trans>
    ) : (
      <Trans>Nobody matches. Change the filters.</Trans>
    );
  return (
    <div className={styles.count} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      <p role="status">
        <span className={styles.figure}>{formatCount(mails, i18n.locale)}</span>{' '}
        <span className={styles.quiet}>
          {mails === 0 ? (
            nobody
          ) : (
            <>
              <b>
                <Plural value={mails} one="person" other="people" />
              </b>{' '}
              <Plural value={orders} one="from # order" other="from # orders" />
            </>
          )}
        </span>
      </p>
      <Sample count={data} audience={audience} />
      {data.unnamed > 0 && (
        <p className={styles.left}>
          <Plural
            value={data.unnamed}
            one="The buyer gets # of them, because nobody has said yet who comes."
            other="Buyers get # of them, because nobody has said yet who comes."
          />
        </p>
      )}
      <Left left={data.left} />
      <Days count={data} />
    </div>
  );
}

/** Some of those who get it, and the way to all of them. */
function Sample({ count: { sample, mails }, audience }: { count: AudienceCount; audience: Audience }) {
  const { i18n } = useLingui();
  const { id } = useEvent();
  if (sample.length === 0) return null;
  const all = formatCount(mails, i18n.locale);
  const page = audience.to === 'buyers' ? 'orders' : 'attendees';
  const path = `${eventPath(id, page)}?${new URLSearchParams(audience.query)}`;
  return (
    <p className={styles.sample}>
      {sample.slice(0, 5).map(({ name, email }) => (
        <span key={email} title={email}>
          {name}
        </span>
      ))}
      {!audience.ids && mails > sample.slice(0, 5).length && (
        <Link className="link" to={path} target="_blank">
          <Trans>See all {all}</Trans>
        </Link>
      )}
    </p>
  );
}

function Left({ left }: Pick<AudienceCount, 'left'>) {
  const words = {
    SAME_ADDRESS: (value: number) => (
      <Plural
        value={value}
        one="# more shares an address that gets it once already."
        other="# more share an address that gets it once already."
      />
    ),
    NO_EMAIL: (value: number) => (
      <Plural value={value} one="# more has no email address." other="# more have no email address." />
    ),
    UNSUBSCRIBED: (value: number) => (
      <Plural
        value={value}
        one="# more has unsubscribed from news."
        other="# more have unsubscribed from news."
      />
    ),
    BOUNCED: (value: number) => (
      <Plural
        value={value}
        one="# more matches, but emails to this address bounced."
        other="# more match, but emails to their addresses bounced."
      />
    ),
  };
  return left.map(({ reason, count }) => (
    <p key={reason} className={styles.left}>
      {words[reason](count)}
    </p>
  ));
}

/** From this many on, it is said that it takes a while. */
const MANY = 10_000;

/** What a very long message does: it goes out in batches, or on several days. */
function Days({ count: { mails, leftToday, perDay } }: { count: AudienceCount }) {
  const { i18n } = useLingui();
  const [today, daily] = [leftToday, perDay].map((one) => formatCount(one, i18n.locale));
  return (
    <>
      {mails > MANY && (
        <p className={styles.left}>
          <Trans>It goes out in batches, which takes some minutes. You can watch and stop it.</Trans>
        </p>
      )}
      {mails > leftToday && (
        <p className={styles.left}>
          <Trans>
            Your account may send {today} emails of messages today and {daily} on each further day. The rest
            waits.
          </Trans>
        </p>
      )}
    </>
  );
}
