import type { SentMail, TimelineEntry } from '@entrada/contract/insight/timeline';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { LateMenu } from '../display/late-menu.tsx';
import { LoadFailed } from '../display/load-failed.tsx';
import { type TimelineOf, useTimeline } from './api.ts';
import { bounceSentence, mailName, mailStateNames, mailStateSentences, mailTones } from './mail-words.ts';
import styles from './timeline.module.css';

/** A mail, and the attendee that it was about. */
export type MailAbout = SentMail & Pick<TimelineEntry, 'attendee'>;

type SentMailsProps = {
  of: TimelineOf;
  /** Of the event. */
  timezone: string;
  /** The `Menu.Item`s of a mail; null if nothing can be done with it. */
  menu: (mail: MailAbout) => ReactNode | null;
  /** The button that helps a mail that was refused or came back; null if none does. */
  mend: (mail: MailAbout) => ReactNode | null;
};

/** What was mailed about an order or to an attendee, to which address, and what became of it. Newest first. */
export function SentMails({ of, timezone, menu, mend }: SentMailsProps) {
  const { data, isError, error, refetch, ...older } = useTimeline(of, { part: 'mails' });
  if (isError && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={56} />;
  const mails = data.flatMap(({ mail, attendee, at }) => (mail ? [{ mail: { ...mail, attendee }, at }] : []));
  if (mails.length === 0) {
    return (
      <p className={styles.detail}>
        <Trans>Nothing was mailed yet</Trans>
      </p>
    );
  }
  return (
    <>
      <ul className={styles.mails}>
        {mails.map(({ mail, at }) => (
          <MailRow
            key={mail.id}
            mail={mail}
            at={at}
            timezone={timezone}
            menu={menu(mail)}
            mend={mend(mail)}
          />
        ))}
      </ul>
      {older.isFetchNextPageError && <LoadFailed error={error} retry={() => void older.fetchNextPage()} />}
      {older.hasNextPage && !older.isFetchNextPageError && (
        <Button
          className={styles.more ?? ''}
          loading={older.isFetchingNextPage}
          onClick={() => void older.fetchNextPage()}
        >
          <Trans>Show older emails</Trans>
        </Button>
      )}
    </>
  );
}

type MailRowProps = { mail: MailAbout; at: string; timezone: string; menu: ReactNode; mend: ReactNode };

function MailRow({ mail, at, timezone, menu, mend }: MailRowProps) {
  const { t, i18n } = useLingui();
  const when = formatDayTime(mail.sentAt ?? at, { locale: i18n.locale, timezone });
  const { to, words, bounced } = mail;
  const isLost = mail.state === 'refused' || mail.state === 'bounced';
  const holder = mail.attendee?.name;
  const name = i18n._(mailName(mail.kind));
  return (
    <li>
      <div className={styles.words}>
        <span>{sideBySide([name, holder], i18n.locale)}</span>
        <span className={styles.detail}>
          <Trans>To {to}</Trans> · <span className="num">{when}</span>
        </span>
      </div>
      <span title={i18n._(mailStateSentences[mail.state])}>
        <Badge tone={mailTones[mail.state]} quiet={mail.state === 'accepted'}>
          {i18n._(mailStateNames[mail.state])}
        </Badge>
      </span>
      {menu ? (
        <LateMenu label={t`Actions for the email of ${when}: ${name}`} width={200}>
          {menu}
        </LateMenu>
      ) : (
        <span />
      )}
      {(words || bounced) && (
        <div className={styles.refused}>
          <Note tone={isLost ? 'error' : 'attn'} action={isLost && mend}>
            <span className={cx(styles.quoted, bounced && styles.bounced)}>
              {bounced && <b>{i18n._(bounceSentence(bounced, to))}</b>}
              {words && (
                <span>
                  <Trans>The mail server answered: “{words}”</Trans>
                </span>
              )}
            </span>
          </Note>
        </div>
      )}
    </li>
  );
}
