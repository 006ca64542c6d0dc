import type { EventState } from '@entrada/contract/catalog/events';
import type { ChangeEventsReply, EventAction } from '@entrada/contract/catalog/lifecycle';
import { LIMITS } from '@entrada/contract/constants';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArchive, IconArchiveOff, IconEyeOff, IconTrash, IconWorldUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { notifyError, notifyUndo } from '../kit/frame/notify.tsx';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenRows } from '../kit/selection/use-chosen-rows.ts';
import type { Selection } from '../kit/selection/use-selection.ts';
import { changeMany, type ManyBody } from './api.ts';
import { KeptEvents } from './kept.tsx';
import { useBulkQuestions } from './use-bulk-questions.tsx';

type ChosenEventsProps = { selection: Selection; state: EventState; params: Record<string, string> };

/** A request and what follows it; `undone` is the action that they take back. */
type Change = { steps: [ManyBody, ...ManyBody[]]; undone: EventAction | null };

/** What takes an action back, as far as rows can be named. */
function backOf({ changed, wereLive }: ChangeEventsReply, action: EventAction): Change['steps'] | null {
  if (changed.length === 0 || changed.length > LIMITS.selectedRows) return null;
  if (action === 'publish') return [{ action: 'unpublish', ids: changed }];
  if (action === 'unpublish') return [{ action: 'publish', ids: changed }];
  if (action === 'restore') return [{ action: 'archive', ids: changed }];
  if (action === 'delete') return null;
  const live: ManyBody[] = wereLive.length > 0 ? [{ action: 'publish', ids: wereLive }] : [];
  return [{ action: 'restore', ids: changed }, ...live];
}

/** What can be done with the chosen events of a tab at once. `params` say what the list finds. */
export function ChosenEvents({ selection, state, params }: ChosenEventsProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const choose = useChosenRows(selection);
  const questions = useBulkQuestions(selection.count);
  const change = useChange({
    run: async ({ steps: [first, ...more] }: Change) => {
      const reply = await changeMany(first, params);
      for (const step of more) reply.kept.push(...(await changeMany(step, {})).kept);
      return reply;
    },
    invalidates: () => [keys.events, keys.allEvents],
    onDone: (reply, { steps, undone }) => {
      const [{ action }] = steps;
      if (action === 'delete') {
        for (const id of reply.changed) client.removeQueries({ queryKey: ['event', id] });
      }
      say(reply, action, undone);
      if (!undone) selection.clear();
    },
    onError: () => {
      // The first of two steps may have been taken.
      void client.invalidateQueries({ queryKey: keys.events });
      return false;
    },
  });
  const say = (reply: ChangeEventsReply, action: EventAction, undone: EventAction | null) => {
    const n = reply.changed.length;
    const { kept } = reply;
    const words: Record<EventAction, string> = {
      publish: t`${plural(n, { 0: 'All of them were live already.', one: '# event is live.', other: '# events are live.' })}`,
      unpublish: t`${plural(n, { 0: 'All of them were drafts already.', one: '# event is a draft again.', other: '# events are drafts again.' })}`,
      archive: t`${plural(n, { 0: 'All of them were archived already.', one: '# event is archived.', other: '# events are archived.' })}`,
      restore: t`${plural(n, { 0: 'None of them was archived.', one: '# event is back as a draft.', other: '# events are back as drafts.' })}`,
      delete: t`${plural(n, { 0: 'All of them were deleted already.', one: '# event is deleted.', other: '# events are deleted.' })}`,
    };
    const back = undone ? null : backOf(reply, action);
    if (n > 0 || kept.length === 0) {
      notifyUndo({
        id: 'events-changed',
        message:
          undone === 'archive'
            ? t`${plural(n, { one: '# event is back as it was.', other: '# events are back as they were.' })}`
            : words[action],
        undo: back && (() => void change.start({ steps: back, undone: action })),
      });
    }
    if (kept.length > 0) notifyError(<KeptEvents kept={kept} />);
  };
  const start = (action: EventAction) => {
    const chosen = choose();
    return chosen ? change.start({ steps: [{ action, ...chosen }], undone: null }) : Promise.resolve(true);
  };
  const ask = (action: 'publish' | 'unpublish' | 'archive' | 'delete') =>
    askFirst({ ...questions[action], run: () => start(action) });
  const { isPending } = change;
  return (
    <BulkBar selection={selection}>
      {state === 'archived' ? (
        <BulkAction icon={IconArchiveOff} isPending={isPending} onClick={() => void start('restore')}>
          <Trans>Restore</Trans>
        </BulkAction>
      ) : (
        <>
          <BulkAction icon={IconWorldUpload} isPending={isPending} onClick={() => ask('publish')}>
            <Trans>Publish</Trans>
          </BulkAction>
          <BulkAction icon={IconEyeOff} isPending={isPending} onClick={() => ask('unpublish')}>
            <Trans>Unpublish</Trans>
          </BulkAction>
          <BulkAction icon={IconArchive} isPending={isPending} onClick={() => ask('archive')}>
            <Trans>Archive</Trans>
          </BulkAction>
        </>
      )}
      <BulkAction icon={IconTrash} isPending={isPending} onClick={() => ask('delete')}>
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}
