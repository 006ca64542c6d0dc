import { DIGEST_HOUR, type Digest, type Notifications } from '@entrada/contract/outreach/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatTime } from '../../../platform/i18n/format.ts';
import { zoneName } from '../../../platform/i18n/zone-name.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { Space } from '../../../ui/space.tsx';
import { keys } from '../../kit/data/keys.ts';
import { useResendConfirmation } from '../../kit/data/resend-confirmation.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { PageError } from '../../kit/frame/page-error.tsx';
import { readPermittedInBrowser, readPermittedOnServer } from '../../kit/reading/permitted.ts';
import { onNewPath, useRead } from '../../kit/reading/reads.ts';
import styles from './notifications.module.css';
import { notificationsRead, reads, writeNotifications } from './reads.ts';

export const loader = readPermittedOnServer('orders.read', reads);
export const clientLoader = readPermittedInBrowser('orders.read', reads);
export const shouldRevalidate = onNewPath;

/** What comes to oneself by mail, each with its switch. */
export default function NotificationsPage() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useRead(notificationsRead);
  if (data) return <Switches found={data} />;
  if (isError) return <LoadFailed error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.list} role="status" aria-label={t`Loading`}>
      <Skeleton height={76} />
      <Skeleton height={76} />
    </div>
  );
}

function Switches({ found }: { found: Notifications }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { account, email, timezone, emailConfirmed } = found;
  const change = useChange({
    run: (which: Digest) =>
      writeNotifications({ daily: found.daily, weekly: found.weekly, [which]: !found[which] }),
    onDone: (saved) => client.setQueryData(keys.notifications, saved),
    success: (saved, which) =>
      saved[which] ? t`The summary is switched on.` : t`The summary is switched off.`,
  });
  // The clock alone, so any day serves.
  const time = formatTime(new Date(Date.UTC(2027, 0, 1, DIGEST_HOUR)).toISOString(), {
    locale: i18n.locale,
    timezone: 'UTC',
  });
  const zone = zoneName(new Date().toISOString(), { locale: i18n.locale, timezone });
  const items = [
    {
      which: 'daily' as const,
      name: t`Daily summary`,
      words: t`Every morning at ${time}: orders, sales and attendees of the day before, and today’s events.`,
    },
    {
      which: 'weekly' as const,
      name: t`Weekly summary`,
      words: t`On Mondays at ${time}: the same of the week before, and the events of the week that begins.`,
    },
  ];
  return (
    <>
      <p className={styles.lead}>
        <Trans>
          Emails to {email} about {account}. When nothing happened and no event is near, none comes.
        </Trans>
      </p>
      {!emailConfirmed && <ConfirmFirst email={email} />}
      <ul className={styles.list}>
        {items.map(({ which, name, words }) => (
          <li key={which} className={styles.item}>
            <Switch
              label={name}
              description={words}
              labelPosition="left"
              checked={found[which]}
              aria-busy={change.isPending}
              onChange={() => void change.start(which)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.lead}>
        <Trans>
          Time zone: <span suppressHydrationWarning>{zone}</span>. You can choose another in your profile.
        </Trans>
        <Space />
        <Trans>
          An email for each new order is a setting of each event: Settings, Email.{' '}
          <Link className="link" to="/manage/events">
            Choose an event
          </Link>
        </Trans>
      </p>
    </>
  );
}

function ConfirmFirst({ email }: { email: string }) {
  const resend = useResendConfirmation();
  return (
    <Note
      tone="attn"
      action={
        <button type="button" className="link" aria-disabled={resend.isPending} onClick={resend.send}>
          <Trans>Resend</Trans>
        </button>
      }
    >
      <Trans>Summaries come once your address is confirmed. We sent a link to {email}.</Trans>
    </Note>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
