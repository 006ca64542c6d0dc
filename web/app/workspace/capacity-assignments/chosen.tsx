import { changeCapacityAssignments } from '@entrada/contract/catalog/capacity-assignments';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../platform/api/client.ts';
import { eventParams, useEvent } from '../kit/data/event.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { useUsualActions } from '../kit/selection/usual-actions.ts';
import { touchedByCapacities } from './api.ts';

/** The actions for the chosen capacity assignments. */
export function ChosenAssignments({ page }: { page: ListPageState }) {
  const { t } = useLingui();
  const usual = useUsualActions();
  const event = useEvent();
  return (
    <ChosenBar
      page={page}
      run={(body, query) => api(changeCapacityAssignments, { ...eventParams(event.id), query, body })}
      invalidates={touchedByCapacities(event.id)}
      actions={{
        'switch-on': {
          ...usual.switchOn,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were active already.', one: '# assignment limits sales again.', other: '# assignments limit sales again.' })}`,
        },
        'switch-off': {
          ...usual.switchOff,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were switched off already.', one: '# assignment no longer limits sales.', other: '# assignments no longer limit sales.' })}`,
        },
        delete: {
          ...usual.remove,
          says: (n) =>
            t`${plural(n, { 0: 'They were deleted already.', one: '# assignment is deleted.', other: '# assignments are deleted.' })}`,
          ask: (count) => ({
            title: <Plural value={count} one="Delete # assignment?" other="Delete # assignments?" />,
            text: event.calledOffAt ? (
              <Trans>The event is called off, so nothing changes for its tickets.</Trans>
            ) : (
              <Plural
                value={count}
                one="It no longer limits sales: its tickets sell by their own quantities at once. What was sold or is held stays valid, and counts for the tickets alone."
                other="They no longer limit sales: their tickets sell by their own quantities at once. What was sold or is held stays valid, and counts for the tickets alone."
              />
            ),
            keep: t`${plural(count, { one: 'Keep assignment', other: 'Keep assignments' })}`,
            confirm: t`${plural(count, { one: 'Delete # assignment', other: 'Delete # assignments' })}`,
          }),
        },
      }}
    />
  );
}
