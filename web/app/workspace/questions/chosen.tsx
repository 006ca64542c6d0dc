import { changeQuestions } from '@entrada/contract/catalog/questions';
import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { IconAsterisk, IconCircleDashed } from '@tabler/icons-react';
import { api } from '../../platform/api/client.ts';
import { eventParams, useEvent } from '../kit/data/event.ts';
import type { ListPageState } from '../kit/list/use-list-page.ts';
import { ChosenBar } from '../kit/selection/chosen-bar.tsx';
import { useUsualActions } from '../kit/selection/usual-actions.ts';
import { touchedByQuestions } from './api.ts';

/** The actions for the chosen questions. */
export function ChosenQuestions({ page }: { page: ListPageState }) {
  const { t } = useLingui();
  const usual = useUsualActions();
  const event = useEvent();
  return (
    <ChosenBar
      page={page}
      run={(body, query) => api(changeQuestions, { ...eventParams(event.id), query, body })}
      invalidates={touchedByQuestions(event.id)}
      actions={{
        hide: {
          ...usual.hide,
          says: (n) =>
            t`${plural(n, { 0: 'All of them were hidden already.', one: '# question is hidden from buyers.', other: '# questions are hidden from buyers.' })}`,
        },
        show: {
          ...usual.show,
          says: (n) =>
            t`${plural(n, { 0: 'None of them was hidden.', one: '# question is no longer hidden.', other: '# questions are no longer hidden.' })}`,
        },
        require: {
          icon: IconAsterisk,
          label: t`Make required`,
          undo: 'make-optional',
          says: (n) =>
            t`${plural(n, { 0: 'All of them were required already.', one: '# question is required now.', other: '# questions are required now.' })}`,
        },
        'make-optional': {
          icon: IconCircleDashed,
          label: t`Make optional`,
          undo: 'require',
          says: (n) =>
            t`${plural(n, { 0: 'All of them were optional already.', one: '# question is optional now.', other: '# questions are optional now.' })}`,
        },
        delete: {
          ...usual.remove,
          says: (n) =>
            t`${plural(n, { 0: 'They were deleted already.', one: '# question is deleted.', other: '# questions are deleted.' })}`,
          ask: (count) => ({
            title: <Plural value={count} one="Delete # question?" other="Delete # questions?" />,
            text: (
              <Plural
                value={count}
                one="Buyers are no longer asked it. Answers that were given stay with their orders."
                other="Buyers are no longer asked them. Answers that were given stay with their orders."
              />
            ),
            keep: t`${plural(count, { one: 'Keep question', other: 'Keep questions' })}`,
            confirm: t`${plural(count, { one: 'Delete # question', other: 'Delete # questions' })}`,
          }),
        },
      }}
    />
  );
}
