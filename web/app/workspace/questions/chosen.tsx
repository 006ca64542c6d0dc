import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAsterisk, IconCircleDashed, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useEvent } from '../kit/data/event.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { BulkAction, BulkBar } from '../kit/selection/bulk-bar.tsx';
import { useChosenChange } from '../kit/selection/use-chosen-change.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { changeMany, type ManyBody, touchedByQuestions } from './api.ts';

type ChosenQuestionsProps = { selection: Selection; params: Record<string, string> };

/** What takes an action back. Deleting stays. */
const BACK = {
  hide: 'show',
  show: 'hide',
  require: 'make-optional',
  'make-optional': 'require',
  delete: null,
} as const;

/** What can be done with the chosen questions at once. `params` say what the list finds. */
export function ChosenQuestions({ selection, params }: ChosenQuestionsProps) {
  const { t } = useLingui();
  const event = useEvent();
  const { start, isPending } = useChosenChange<ManyBody['action']>({
    id: 'questions-changed',
    selection,
    run: (body) => changeMany(event.id, body, params),
    invalidates: touchedByQuestions(event.id),
    back: BACK,
    words: (action, n) => {
      switch (action) {
        case 'hide':
          return t`${plural(n, { 0: 'All of them were hidden already.', one: '# question is hidden from buyers.', other: '# questions are hidden from buyers.' })}`;
        case 'show':
          return t`${plural(n, { 0: 'None of them was hidden.', one: '# question is no longer hidden.', other: '# questions are no longer hidden.' })}`;
        case 'require':
          return t`${plural(n, { 0: 'All of them were required already.', one: '# question is required now.', other: '# questions are required now.' })}`;
        case 'make-optional':
          return t`${plural(n, { 0: 'All of them were optional already.', one: '# question is optional now.', other: '# questions are optional now.' })}`;
        case 'delete':
          return t`${plural(n, { 0: 'They were deleted already.', one: '# question is deleted.', other: '# questions are deleted.' })}`;
      }
    },
  });
  const { count } = selection;
  const askDelete = () =>
    askFirst({
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
      run: () => start('delete'),
    });
  return (
    <BulkBar selection={selection}>
      <BulkAction icon={IconEyeOff} isPending={isPending} onClick={() => void start('hide')}>
        <Trans>Hide</Trans>
      </BulkAction>
      <BulkAction icon={IconEye} isPending={isPending} onClick={() => void start('show')}>
        <Trans>Show</Trans>
      </BulkAction>
      <BulkAction icon={IconAsterisk} isPending={isPending} onClick={() => void start('require')}>
        <Trans>Make required</Trans>
      </BulkAction>
      <BulkAction icon={IconCircleDashed} isPending={isPending} onClick={() => void start('make-optional')}>
        <Trans>Make optional</Trans>
      </BulkAction>
      <BulkAction icon={IconTrash} isPending={isPending} onClick={askDelete}>
        <Trans>Delete</Trans>
      </BulkAction>
    </BulkBar>
  );
}
