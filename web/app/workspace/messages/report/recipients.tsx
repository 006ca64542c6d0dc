import type { MessageDetail, MessageRecipient, RecipientState } from '@entrada/contract/outreach/messages';
import { withNote } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import { formatCount, formatDayTime } from '../../../platform/i18n/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { recipientsRead } from '../api.ts';
import { isMoving, LOOK_MS } from '../moving.ts';
import { skipReasons, stateNames } from '../words.ts';
import styles from './report.module.css';

const TONES: Record<RecipientState, BadgeTone> = {
  waiting: 'neutral',
  queued: 'neutral',
  sending: 'info',
  accepted: 'ok',
  refused: 'bad',
  skipped: 'neutral',
  bounced: 'bad',
};
const SHOWN: RecipientState[] = ['bounced', 'refused', 'skipped', 'queued', 'waiting', 'accepted'];
const PER_PAGE = 50;

/** To whom a message goes, with what became of the mail to each, in the words of the mail server. */
export function RecipientList({ message }: { message: MessageDetail }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const { counts } = message;
  const [state, setState] = useState<RecipientState | null>(null);
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), 300);
  const [page, setPage] = useState(1);
  const params = {
    page: String(page),
    per_page: String(PER_PAGE),
    ...(query && { query }),
    ...(state && { 'filter_fields[state][eq]': state }),
  };
  const { queryKey, load } = recipientsRead(event.id, message.id, params);
  const { data, isError, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(api, signal),
    placeholderData: keepPreviousData,
    refetchInterval: isMoving(message) ? LOOK_MS : false,
  });
  const lastPage = data?.meta.lastPage ?? 1;
  const number = (count: number) => formatCount(count, i18n.locale);
  return (
    <section className={styles.recipients}>
      <h2>
        <Trans>Recipients</Trans>
      </h2>
      <div className={styles.tools}>
        <TextInput
          type="search"
          role="searchbox"
          aria-label={t`Name or email`}
          placeholder={t`Name or email`}
          maxLength={200}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setPage(1);
          }}
        />
        <NativeSelect
          aria-label={t`Outcome`}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setState(SHOWN.find((one) => one === value) ?? null);
            setPage(1);
          }}
          data={[
            { value: '', label: t`All (${number(counts.total)})` },
            ...SHOWN.filter((one) => counts[one] > 0).map((one) => ({
              value: one,
              label: withNote(i18n._(stateNames[one]), number(counts[one]), i18n.locale),
            })),
          ]}
        />
      </div>
      {isError && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={220} />}
      {data?.data.length === 0 && (
        <p className={styles.quiet} role="status">
          <Trans>Nobody matches.</Trans>
        </p>
      )}
      {data && data.data.length > 0 && (
        <ul className={styles.list} aria-label={t`Recipients`}>
          {data.data.map((one) => (
            <Recipient key={one.id} one={one} />
          ))}
        </ul>
      )}
      {lastPage > 1 && (
        <nav className={styles.pages} aria-label={t`Pages`}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            <Trans>Previous page</Trans>
          </Button>
          <Button disabled={page >= lastPage} onClick={() => setPage(page + 1)}>
            <Trans>Next page</Trans>
          </Button>
        </nav>
      )}
    </section>
  );
}

function Recipient({ one }: { one: MessageRecipient }) {
  const { i18n } = useLingui();
  const { id, timezone } = useEvent();
  const { name, email, state, reason, words, orderId, attendeeId, at } = one;
  const when = formatDayTime(at, { locale: i18n.locale, timezone });
  const path = attendeeId
    ? `${eventPath(id, 'attendees')}?drawer=${attendeeId}`
    : orderId && `${eventPath(id, 'orders')}?drawer=${orderId}`;
  return (
    <li className={styles.recipient}>
      <div className={styles.who}>
        {path ? <Link to={path}>{name || email}</Link> : name || email}
        <span className={styles.quiet}>{email}</span>
      </div>
      <div className={styles.outcome}>
        <Badge tone={TONES[state]} quiet={state === 'accepted'}>
          {i18n._(stateNames[state])}
        </Badge>
        {reason && <span className={styles.quiet}>{i18n._(skipReasons[reason])}</span>}
        {words && <span className={styles.server}>{words}</span>}
      </div>
      <span className={`num ${styles.quiet}`}>{when}</span>
    </li>
  );
}
