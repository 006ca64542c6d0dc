import type { MessageDetail } from '@entrada/contract/outreach/messages';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCopy, IconPlayerPause, IconPlayerPlay, IconSendOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { HistorySection } from '../../kit/audit/section.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { useMayEdit } from '../../kit/data/use-may-edit.ts';
import { PageHeader } from '../../kit/frame/page.tsx';
import { readable, readableHtml } from '../../kit/rich-text/placeholders.ts';
import { useAudienceWords } from '../audience-words.ts';
import { Delivery, When } from '../delivery.tsx';
import { useMessageActs } from '../use-acts.tsx';
import { reminderNames, usePlaceholders } from '../words.ts';
import { RecipientList } from './recipients.tsx';
import styles from './report.module.css';

const SYMBOL = { size: 18, stroke: 1.75 };

/** How far a message has come, to whom it goes with the outcome of each, and what it says. */
export function Report({ message }: { message: MessageDetail }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const whom = useAudienceWords();
  const placeholders = usePlaceholders();
  const { subject, body, status, reminder, createdBy, counts, people, audience, finishedAt } = message;
  const title = subject === '' ? t`Without a subject` : readable(subject, placeholders);
  const to = reminder ? i18n._(reminderNames[reminder]) : whom(audience);
  const ended = finishedAt && formatDayTime(finishedAt, { locale: i18n.locale, timezone: event.timezone });
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        tab={[title, event.title]}
        meta={
          <Link className="link" to={eventPath(event.id, 'messages')}>
            <Trans>All messages</Trans>
          </Link>
        }
        actions={<Acts message={message} />}
      />
      {status === 'stopped' && (
        <Note tone="attn" announce>
          <Plural
            value={counts.waiting + counts.queued + counts.sending}
            one="Stopped half way: # person has not got it."
            other="Stopped half way: # people have not got it."
          />
        </Note>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>To</Trans>
          </dt>
          <dd>
            {to}
            <span className={styles.quiet}>
              <Plural value={counts.total || people} one="# person" other="# people" />
            </span>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>When</Trans>
          </dt>
          <dd>
            <When message={message} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Delivery</Trans>
          </dt>
          <dd>
            <Delivery message={message} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>By</Trans>
          </dt>
          <dd>
            {reminder ? <Trans>Automatic reminder</Trans> : createdBy}
            {ended && (
              <span className={styles.quiet}>
                <Trans>Ended on {ended}</Trans>
              </span>
            )}
          </dd>
        </div>
      </dl>
      {counts.total > 0 && <RecipientList message={message} />}
      <section className={styles.words}>
        <h2>
          <Trans>What it says</Trans>
        </h2>
        <RichText html={readableHtml(body, placeholders)} />
      </section>
      <HistorySection kind="message" id={message.id} />
    </div>
  );
}

function Acts({ message }: { message: MessageDetail }) {
  const acts = useMessageActs();
  const mayWrite = useMayEdit('messages.write');
  if (!mayWrite) return null;
  const { id, status } = message;
  return (
    <>
      <Button
        disabled={acts.isBusy}
        leftSection={<IconCopy {...SYMBOL} />}
        onClick={() => acts.duplicate(id)}
      >
        <Trans>Duplicate</Trans>
      </Button>
      {status === 'scheduled' && (
        <Button
          disabled={acts.isBusy}
          leftSection={<IconSendOff {...SYMBOL} />}
          onClick={() => acts.takeBack(id)}
        >
          <Trans>Do not send</Trans>
        </Button>
      )}
      {status === 'sending' && (
        <Button
          disabled={acts.isBusy}
          leftSection={<IconPlayerPause {...SYMBOL} />}
          onClick={() => acts.askStop(message)}
        >
          <Trans>Stop</Trans>
        </Button>
      )}
      {status === 'stopped' && (
        <Button
          variant="ink"
          disabled={acts.isBusy}
          leftSection={<IconPlayerPlay {...SYMBOL} />}
          onClick={() => acts.resume(id)}
        >
          <Trans>Go on sending</Trans>
        </Button>
      )}
    </>
  );
}
