import type { MessageDetail } from '@entrada/contract/outreach/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../platform/api/client.ts';
import { ApiError } from '../../../platform/api/error.ts';
import { keys } from '../../kit/data/keys.ts';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import { beginDraft, type Draft, draftOf, messageRead, saveDraft } from '../api.ts';

/** A draft is saved this long after the last key. */
const AFTER_MS = 1_000;
/** And again this long after a try that got no answer. */
const RETRY_MS = 5_000;

const FIELDS = ['subject', 'body', 'audience', 'each', 'purpose', 'copyToSelf'] as const;
export type DraftField = (typeof FIELDS)[number];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
/** The fields in which two versions of a draft differ. */
export const changedFields = (from: Draft, to: Draft): DraftField[] =>
  FIELDS.filter((field) => !isSame(from[field], to[field]));

/** Whether something was refused because the draft is another one by now. */
const isOlder = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'STALE_VERSION' || error.code === 'MESSAGE_NOT_DRAFT');

/** `waiting`: changes are not saved yet. `failed`: no answer, tried again soon. `refused`: not before it changes. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'refused';

type DraftOptions = {
  eventId: number;
  /** The draft that was read; null for a new one, which begins with `start`. */
  found: MessageDetail | null;
  start: Draft;
  onCreated: (message: MessageDetail) => void;
};

/** A draft that saves itself while it is written. What somebody else saved in between is never overwritten. */
export function useDraft({ eventId, found, start, onCreated }: DraftOptions) {
  const client = useQueryClient();
  const form = useFormErrors({ fieldOf: (path) => path.split('.')[0] ?? path });
  const [values, setValues] = useState<Draft>(() => (found ? draftOf(found) : start));
  const [base, setBase] = useState(found);
  /** The values that were saved last, as they were sent. The server may store them in another form. */
  const [saved, setSaved] = useState(values);
  const [attempt, setAttempt] = useState<'none' | 'saving' | 'failed' | 'refused'>('none');
  const [theirs, setTheirs] = useState<MessageDetail | null>(null);
  const now = useRef({ values, saved, base });
  const running = useRef<Promise<MessageDetail | null>>(null);
  /** The first save of a new draft. Without an answer it may have worked, so it is tried again with the same key and words. */
  const first = useRef<{ key: string; body: Draft }>(null);
  const isDirty = changedFields(saved, values).length > 0;

  const remember = (message: MessageDetail, sent: Draft) => {
    now.current.base = message;
    now.current.saved = sent;
    setBase(message);
    setSaved(sent);
    client.setQueryData(keys.message(eventId, message.id), message);
  };
  const take = (next: Draft) => {
    now.current.values = next;
    setValues(next);
  };
  const takeTheirs = (message: MessageDetail) => {
    const written = draftOf(message);
    take(written);
    remember(message, written);
    setTheirs(null);
  };
  const readAgain = async (id: number): Promise<void> => {
    const fresh = await messageRead(eventId, id).load(api);
    const { values: mine, saved: before } = now.current;
    // Somebody sent it: the page then shows it as such.
    if (fresh.status !== 'draft') client.setQueryData(keys.message(eventId, id), fresh);
    else if (changedFields(before, mine).length > 0) setTheirs(fresh);
    else takeTheirs(fresh);
  };
  const saveOnce = async (): Promise<MessageDetail | null> => {
    const { values, base: current } = now.current;
    if (!current) first.current ??= { key: newIdempotencyKey(), body: values };
    const sent = current ? values : (first.current?.body ?? values);
    setAttempt('saving');
    try {
      const message = current
        ? await saveDraft(eventId, sent, current)
        : await beginDraft(eventId, sent, first.current?.key ?? newIdempotencyKey());
      remember(message, sent);
      form.clear();
      setAttempt('none');
      if (!current) onCreated(message);
      void client.invalidateQueries({ queryKey: keys.messageList(eventId, {}).slice(0, -1) });
      return message;
    } catch (error) {
      const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (isOlder(error) && current) {
        setAttempt('none');
        await readAgain(current.id).catch(() => setAttempt('failed'));
      } else if (isAway) setAttempt('failed');
      else {
        first.current = null;
        setAttempt('refused');
        form.refuseBy(error, (path) => FIELDS.some((field) => field === path));
      }
      return null;
    }
  };
  /** Saves what is not saved yet. Answers the saved draft, or null if that did not work. */
  const flush = async (): Promise<MessageDetail | null> => {
    while (running.current) await running.current;
    const { values: mine, saved: before, base: current } = now.current;
    if (current && changedFields(before, mine).length === 0) return current;
    running.current = saveOnce();
    let message: MessageDetail | null;
    try {
      message = await running.current;
    } finally {
      running.current = null;
    }
    // The first save was an older one that had got no answer.
    return message && changedFields(now.current.saved, mine).length > 0 ? flush() : message;
  };
  const saveByItself = useEffectEvent(() => void flush());
  const isPaused = theirs !== null || attempt === 'refused';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the wait anew
  useEffect(() => {
    if (!isDirty || isPaused) return;
    const timer = setTimeout(saveByItself, attempt === 'failed' ? RETRY_MS : AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, isDirty, isPaused, attempt]);

  const state: SaveState =
    attempt === 'saving' ? 'saving' : !isDirty ? 'saved' : attempt === 'none' ? 'waiting' : attempt;
  return {
    values,
    base,
    state,
    isDirty,
    errors: form.errors,
    whole: form.whole,
    flush,
    /** Reads the draft again if an act on it was refused because somebody else has changed or sent it. */
    catchUp: (error: unknown) => {
      const id = now.current.base?.id;
      if (id !== undefined && isOlder(error)) void readAgain(id).catch(() => setAttempt('failed'));
    },
    set: (some: Partial<Draft>) => {
      take({ ...now.current.values, ...some });
      if (attempt === 'refused') setAttempt('none');
      for (const field of Object.keys(some)) form.forget(field);
    },
    conflict: theirs && {
      base: saved,
      theirs: draftOf(theirs),
      onTheirs: () => takeTheirs(theirs),
      onYours: () => {
        const written = draftOf(theirs);
        const mine = changedFields(saved, values).map((field) => [field, values[field]]);
        take({ ...written, ...Object.fromEntries(mine) });
        remember(theirs, written);
        setTheirs(null);
      },
    },
  };
}

export type DraftForm = ReturnType<typeof useDraft>;
