import { type Audience, EVERYBODY } from '@entrada/contract/outreach/audience';
import type { MessageDetail } from '@entrada/contract/outreach/messages';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Note } from '../../../ui/notices/note.tsx';
import { eventPath, useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { Conflict } from '../../kit/form/conflict.tsx';
import { focusWrong } from '../../kit/form/focus.ts';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import { type Draft, send, touchedByMessages } from '../api.ts';
import { useMessageActs } from '../use-acts.tsx';
import { SendBar } from './bar.tsx';
import styles from './compose.module.css';
import { ComposeHead } from './head.tsx';
import { ConfirmFirst, NoReplies } from './notes.tsx';
import { useObstacle } from './obstacle.ts';
import { Preview } from './preview.tsx';
import { Recipients } from './recipients.tsx';
import { useCount } from './use-audience.ts';
import { useDraftDifferences } from './use-differences.ts';
import { useDraft } from './use-draft.ts';
import { readMoment, When } from './when.tsx';
import { WordsFields } from './words.tsx';

type ComposerProps = {
  /** Null for a new message. */
  found: MessageDetail | null;
  /** Whom a new message goes to; null for everybody. */
  audience: Audience | null;
  /** The new draft has a number now. */
  onCreated: (id: number) => void;
};

const blank = (audience: Audience | null): Draft => ({
  subject: '',
  body: '',
  audience: audience ?? EVERYBODY,
  each: 'person',
  purpose: 'ticket',
  copyToSelf: false,
});

/** The form of a message: who gets it, what it says, when it goes out, and how it will look. */
export function Composer({ found, audience, onCreated }: ComposerProps) {
  const { t } = useLingui();
  const event = useEvent();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { me } = useSession();
  const acts = useMessageActs();
  const ref = useRef<HTMLFormElement>(null);
  const created = useRef<string>(null);
  const form = useDraft({
    eventId: event.id,
    found,
    start: blank(audience),
    onCreated: ({ id }) => {
      created.current = eventPath(event.id, `messages/${id}`);
      onCreated(id);
    },
  });
  const guard = useLeaveGuard(form.isDirty, (_, to) => to !== created.current);
  const { values, base } = form;
  const count = useCount(event.id, values);
  const [moment, setMoment] = useState({ isLater: false, local: '' });
  const [isAgreed, setAgreed] = useState(false);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const { timezone } = event;
  const { sendAt, problem } = readMoment(moment, {
    timezone,
    endsAt: base?.eventEndsAt ?? event.endsAt,
    now,
  });
  const obstacle = useObstacle({ values, base, count: count.data, problem, isAgreed });
  const differences = useDraftDifferences();
  const list = eventPath(event.id, 'messages');
  const leave = () => {
    guard.release();
    void navigate(list);
  };
  const sending = useChange({
    run: async () => {
      const draft = await form.flush();
      return draft && (await send(event.id, draft, sendAt));
    },
    invalidates: () => touchedByMessages(event.id),
    onDone: (sent) => {
      if (!sent) return focusWrong(ref.current);
      leave();
      client.setQueryData(keys.message(event.id, sent.id), sent);
      if (sent.undoUntil) acts.showSending(sent, true);
    },
    onError: (error) => {
      // Somebody else saved it in between, while nothing was to be saved here.
      form.catchUp(error);
      return false;
    },
  });
  const keep = useChange({
    run: () => form.flush(),
    onDone: (draft) => (draft ? leave() : focusWrong(ref.current)),
  });
  const { conflict } = form;
  return (
    <form ref={ref} className={styles.form} noValidate onSubmit={(submitted) => submitted.preventDefault()}>
      <ComposeHead form={form} list={list} />
      {(form.whole || conflict) && (
        <div className={styles.above} data-form-error tabIndex={-1}>
          {form.whole && (
            <Note tone="error" announce>
              {form.whole}
            </Note>
          )}
          {conflict && (
            <Conflict
              differences={differences(conflict.base, conflict.theirs, values)}
              onTheirs={conflict.onTheirs}
              onYours={conflict.onYours}
            />
          )}
        </div>
      )}
      <div className={styles.columns}>
        <div>
          <Recipients form={form} count={count} />
          <section className={styles.section}>
            <h2>
              <Trans>Message</Trans>
            </h2>
            <WordsFields
              values={values}
              set={form.set}
              errors={form.errors}
              empty={count.data?.empty ?? []}
            />
          </section>
          <When moment={moment} set={setMoment} problem={problem} message={base} />
          <section className={styles.section}>
            <h2>
              <Trans>About what</Trans>
            </h2>
            <Radio.Group
              aria-label={t`About what`}
              value={base?.isOver ? 'news' : values.purpose}
              onChange={(purpose) => form.set({ purpose: purpose === 'news' ? 'news' : 'ticket' })}
            >
              <Stack gap="sm">
                <Radio
                  value="ticket"
                  disabled={base?.isOver ?? false}
                  label={t`About the ticket these people hold`}
                  description={
                    base?.isOver
                      ? t`The event is over, so every message is news.`
                      : t`Such as a new hour or another door. Everybody gets it.`
                  }
                />
                <Radio
                  value="news"
                  label={t`News, such as thanks or photos`}
                  description={t`People can unsubscribe with one click. Whoever did so is left out.`}
                />
              </Stack>
            </Radio.Group>
            <Checkbox
              label={t`This is not advertising`}
              description={t`Nobody gave you their address for that.`}
              checked={isAgreed}
              onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
            />
            <Checkbox
              label={t`Copy to me`}
              description={me.email}
              checked={values.copyToSelf}
              onChange={({ currentTarget }) => form.set({ copyToSelf: currentTarget.checked })}
            />
            {!me.emailConfirmed && <ConfirmFirst />}
            {base?.replyTo === null && <NoReplies />}
          </section>
        </div>
        <aside className={styles.aside} aria-label={t`Preview`}>
          <h2>
            <Trans>Preview</Trans>
          </h2>
          <Preview eventId={event.id} form={form} count={count.data} />
        </aside>
      </div>
      <SendBar
        mails={count.data?.mails}
        sendAt={sendAt}
        isLater={moment.isLater}
        obstacle={obstacle}
        isPending={sending.isPending || keep.isPending}
        onKeep={() => void keep.start(undefined)}
        onSend={() => void sending.start(undefined)}
      />
    </form>
  );
}
