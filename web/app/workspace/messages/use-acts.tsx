import type { MessageDetail, MessageRow } from '@entrada/contract/outreach/messages';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { eventPath, useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { duplicate, remove, resume, stop, takeBack, touchedByMessages } from './api.ts';
import { hideSending, showSending } from './sending.tsx';

type Some = Pick<MessageRow, 'id' | 'subject' | 'counts' | 'people' | 'undoUntil'>;

/** What can be done with one message, wherever it shows. */
export function useMessageActs() {
  const { t } = useLingui();
  const { id: eventId } = useEvent();
  const client = useQueryClient();
  const navigate = useNavigate();
  const invalidates = () => touchedByMessages(eventId);
  const open = (id: number) => void navigate(eventPath(eventId, `messages/${id}`));
  const keep = (message: MessageDetail) => client.setQueryData(keys.message(eventId, message.id), message);
  // Where it does not work, the state on the page is an older one.
  const onError = () => {
    for (const queryKey of invalidates()) void client.invalidateQueries({ queryKey });
    return false;
  };
  const back = useChange({
    run: (id: number) => takeBack(eventId, id),
    invalidates,
    success: () => t`The message is not sent. It is a draft again.`,
    onDone: (message) => {
      hideSending(message.id);
      keep(message);
      open(message.id);
    },
    onError,
  });
  const copy = useChange({
    run: (id: number) => duplicate(eventId, id),
    invalidates,
    onDone: (message) => {
      keep(message);
      open(message.id);
    },
    onError,
  });
  const halt = useChange({
    run: (id: number) => stop(eventId, id),
    invalidates,
    onDone: keep,
    success: () => t`The message is stopped.`,
    onError,
  });
  const goOn = useChange({
    run: (id: number) => resume(eventId, id),
    invalidates,
    onDone: keep,
    success: () => t`The message goes out again.`,
    onError,
  });
  const drop = useChange({
    run: (id: number) => remove(eventId, id),
    invalidates,
    success: () => t`The draft is deleted.`,
    onError,
  });
  return {
    takeBack: (id: number) => void back.start(id),
    duplicate: (id: number) => void copy.start(id),
    resume: (id: number) => void goOn.start(id),
    isBusy: back.isPending || copy.isPending || halt.isPending || goOn.isPending || drop.isPending,
    askStop: ({ id, counts }: Some) => {
      const left = counts.waiting + counts.queued + counts.sending;
      askFirst({
        title: t`Stop this message?`,
        text: (
          <Plural
            value={left}
            one="# person does not get it until you go on. Whoever has it keeps it."
            other="# people do not get it until you go on. Whoever has it keeps it."
          />
        ),
        keep: t`Keep sending`,
        confirm: t`Stop message`,
        run: () => halt.start(id),
      });
    },
    askDelete: ({ id, subject }: Some, onDone?: () => void) =>
      askFirst({
        title: t`Delete this draft?`,
        text: subject ? (
          <Trans>Nobody has got “{subject}”. Its words are lost.</Trans>
        ) : (
          <Trans>Nobody has got it. Its words are lost.</Trans>
        ),
        keep: t`Keep draft`,
        confirm: t`Delete draft`,
        run: async () => {
          const isDone = await drop.start(id);
          if (isDone) onDone?.();
          return isDone;
        },
      }),
    /** The bar with the way back, while there is one. */
    showSending: (message: Some, isJustNow: boolean) =>
      showSending(
        { ...message, undoUntil: isJustNow ? null : message.undoUntil },
        () => void back.start(message.id),
        () => {
          for (const queryKey of invalidates()) void client.invalidateQueries({ queryKey });
        },
      ),
  };
}

export type MessageActs = ReturnType<typeof useMessageActs>;
