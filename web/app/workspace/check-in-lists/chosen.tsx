import { type CheckInList, changeCheckInLists } from '@entrada/contract/door/check-in-lists';
import { labelled } from '@entrada/contract/words/labels';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconLink } from '@tabler/icons-react';
import { api } from '../../platform/api/client.ts';
import { copyText } from '../kit/data/copy-link.ts';
import { eventParams, useEvent } from '../kit/data/event.ts';
import { useChange } from '../kit/data/use-change.ts';
import { notifyError, notifySuccess } from '../kit/frame/notify.tsx';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { BulkAction } from '../kit/selection/bulk-bar.tsx';
import { ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { useUsualActions } from '../kit/selection/usual-actions.ts';
import { doorPath, loadChosen, touchedByLists } from './api.ts';
import { WhatDisappears } from './disappears.tsx';

/** The actions for the chosen check-in lists. */
export function ChosenLists({ page }: { page: ListPageState<CheckInList> }) {
  const { t, i18n } = useLingui();
  const usual = useUsualActions();
  const event = useEvent();
  const load = () => loadChosen(event.id, page);
  const copy = useChange({
    run: async (_: null) => {
      const lines = (await load())
        .filter((one) => one.shortId !== '')
        .map((one) => labelled(one.name, location.origin + doorPath(one), i18n.locale));
      return { n: lines.length, isCopied: await copyText(lines.join('\n')) };
    },
    onDone: ({ n, isCopied }) => {
      if (!isCopied) notifyError(t`The links could not be copied. Copy them one by one from their menus.`);
      else notifySuccess(t`${plural(n, { one: '# link copied.', other: '# links copied.' })}`);
    },
  });
  return (
    <ChosenBar
      page={page}
      run={(body, query) => api(changeCheckInLists, { ...eventParams(event.id), query, body })}
      invalidates={touchedByLists(event.id)}
      before={
        <BulkAction icon={IconLink} isPending={copy.isPending} onClick={() => void copy.start(null)}>
          <Trans>Copy links</Trans>
        </BulkAction>
      }
      actions={{
        delete: {
          ...usual.remove,
          says: (n) =>
            t`${plural(n, { 0: 'They were deleted already.', one: '# list is deleted.', other: '# lists are deleted.' })}`,
          // The lists are loaded first, so that the question can say what disappears.
          ask: async () => {
            const lists = await load();
            const n = lists.length;
            return {
              title: <Plural value={n} one="Delete # list?" other="Delete # lists?" />,
              text: <WhatDisappears lists={lists} event={event} />,
              keep: t`${plural(n, { one: 'Keep list', other: 'Keep lists' })}`,
              confirm: t`${plural(n, { one: 'Delete # list', other: 'Delete # lists' })}`,
            };
          },
        },
      }}
    />
  );
}
