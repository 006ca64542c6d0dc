import { changeAffiliates } from '@entrada/contract/catalog/affiliates';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api } from '../../platform/api/client.ts';
import { eventParams, useEvent } from '../kit/data/event.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { useUsualActions } from '../kit/selection/usual-actions.ts';
import { touchedByAffiliates } from './api.ts';

/** The actions for the chosen affiliates. */
export function ChosenAffiliates({ page, after }: { page: ListPageState; after: ReactNode }) {
  const { t } = useLingui();
  const usual = useUsualActions();
  const event = useEvent();
  return (
    <ChosenBar
      page={page}
      run={(body, query) => api(changeAffiliates, { ...eventParams(event.id), query, body })}
      invalidates={touchedByAffiliates(event.id)}
      actions={{
        'switch-on': {
          ...usual.switchOn,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were active already.', one: '# affiliate is active.', other: '# affiliates are active.' })}`,
        },
        'switch-off': {
          ...usual.switchOff,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were switched off already.', one: '# affiliate is switched off.', other: '# affiliates are switched off.' })}`,
        },
      }}
      after={after}
    />
  );
}
