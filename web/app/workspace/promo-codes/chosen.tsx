import { switchPromoCodes } from '@entrada/contract/catalog/promo-codes';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { api } from '../../platform/api/client.ts';
import { eventParams, useEvent } from '../kit/data/event.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { useUsualActions } from '../kit/selection/usual-actions.ts';
import { touchedByPromoCodes } from './api.ts';

/** The actions for the chosen promo codes. */
export function ChosenPromoCodes({ page }: { page: ListPageState }) {
  const { t } = useLingui();
  const usual = useUsualActions();
  const event = useEvent();
  return (
    <ChosenBar
      page={page}
      run={({ action, ...chosen }, query) => {
        const body = { disabled: action === 'switch-off', ...chosen };
        return api(switchPromoCodes, { ...eventParams(event.id), query, body });
      }}
      invalidates={touchedByPromoCodes(event.id)}
      actions={{
        'switch-on': {
          ...usual.switchOn,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were active already.', one: '# code is active.', other: '# codes are active.' })}`,
        },
        'switch-off': {
          ...usual.switchOff,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were switched off already.', one: '# code is switched off.', other: '# codes are switched off.' })}`,
        },
      }}
    />
  );
}
