import type { EventState } from '@entrada/contract/catalog/events';
import { type ChangeEventsReply, changeEvents, type EventAction } from '@entrada/contract/catalog/lifecycle';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconArchive, IconArchiveOff, IconEyeOff, IconTrash, IconWorldUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { keys } from '../kit/data/keys.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { type ChosenActions, ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { KeptEvents } from './kept.tsx';
import { useBulkQuestions } from './use-bulk-questions.tsx';

type ChosenEventsProps = { page: ListPageState; state: EventState };
/** The actions for the chosen events of a tab. */
export function ChosenEvents({ page, state }: ChosenEventsProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const ask = useBulkQuestions();
  const actions: ChosenActions<EventAction, ChangeEventsReply> = {
    publish: {
      icon: IconWorldUpload,
      label: t`Publish`,
      undo: 'unpublish',
      says: (n) =>
        t`${plural(n, { 0: 'All of them were live already.', one: '# event is live.', other: '# events are live.' })}`,
      ask: ask.publish,
    },
    unpublish: {
      icon: IconEyeOff,
      label: t`Unpublish`,
      undo: 'publish',
      says: (n) =>
        t`${plural(n, { 0: 'All of them were drafts already.', one: '# event is a draft again.', other: '# events are drafts again.' })}`,
      ask: ask.unpublish,
    },
    archive: {
      icon: IconArchive,
      label: t`Archive`,
      // Restored events are drafts. Those that were live are published in a second request.
      undo: ({ changed, wereLive }) => [
        { action: 'restore', ids: changed },
        ...(wereLive.length > 0 ? [{ action: 'publish' as const, ids: wereLive }] : []),
      ],
      says: (n) =>
        t`${plural(n, { 0: 'All of them were archived already.', one: '# event is archived.', other: '# events are archived.' })}`,
      saysUndone: (n) =>
        t`${plural(n, { one: '# event is back as it was.', other: '# events are back as they were.' })}`,
      ask: ask.archive,
    },
    restore: {
      icon: IconArchiveOff,
      label: t`Restore`,
      undo: 'archive',
      says: (n) =>
        t`${plural(n, { 0: 'None of them was archived.', one: '# event is back as a draft.', other: '# events are back as drafts.' })}`,
    },
    delete: {
      icon: IconTrash,
      label: t`Delete`,
      undo: null,
      says: (n) =>
        t`${plural(n, { 0: 'All of them were deleted already.', one: '# event is deleted.', other: '# events are deleted.' })}`,
      ask: ask.delete,
    },
  };
  return (
    <ChosenBar
      page={page}
      run={async (body, query) => {
        const reply = await api(changeEvents, { query, body });
        if (body.action === 'delete') {
          for (const id of reply.data.changed) client.removeQueries({ queryKey: ['event', id] });
        }
        return reply;
      }}
      invalidates={[keys.events, keys.allEvents]}
      actions={actions}
      shown={state === 'archived' ? ['restore', 'delete'] : ['publish', 'unpublish', 'archive', 'delete']}
      kept={(kept) => <KeptEvents kept={kept} />}
    />
  );
}
