import { LIMITS } from '@entrada/contract/constants';
import { addView, type SavedView } from '@entrada/contract/sales/views/saved';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import { useChange } from '../data/use-change.ts';
import { useDialogForm } from '../dialogs/use-dialog-form.tsx';
import { LimitedInput } from '../fields/limited-text.tsx';
import { focusWrong } from '../form/focus.ts';
import { judge } from '../form/judge.ts';
import { useFormErrors } from '../form/use-form-errors.ts';
import type { ViewActions } from './actions.ts';

export type ViewFormProps = {
  /** Null for a new view of what the list shows. */
  view: SavedView | null;
  actions: ViewActions;
  close: () => void;
};

const isShown = (path: string) => path === 'name';

/** How a view is called and who sees it. */
export function ViewForm({ view, actions, close }: ViewFormProps) {
  const { t } = useLingui();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isFirst, setFirst] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = useFormErrors();
  useEffect(() => {
    if (errors.attempts > 0) focusWrong(form.current);
  }, [errors.attempts]);
  const { start, isPending } = useChange({
    run: (words: { name: string; isShared: boolean }) =>
      view ? actions.rename(view, words) : actions.add(words, isFirst),
    success: () => t`The view is saved.`,
    onDone: close,
    onError: (error) => {
      errors.refuseBy(error, isShown);
      return true;
    },
  });
  const isDirty = name.trim() !== (view?.name ?? '') || isShared !== (view?.isShared ?? false) || isFirst;
  const { leave, question } = useDialogForm({ isDirty, isPending, close });
  const save = () => {
    const judged = judge(addView, { ...actions.body(), name, isShared });
    if (!judged.body) return errors.refuseWrong(judged.wrong, isShown);
    errors.clear();
    void start({ name: judged.body.name, isShared });
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {question}
      <Stack gap="md">
        {errors.whole && (
          <div data-form-error tabIndex={-1}>
            <Note tone="error" announce>
              {errors.whole}
            </Note>
          </div>
        )}
        <LimitedInput
          label={t`Name`}
          required
          withAsterisk={false}
          data-autofocus
          autoComplete="off"
          limit={LIMITS.viewName}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            errors.forget('name');
          }}
          error={errors.errors['name']}
        />
        {(view === null || view.isMine) && (
          <Checkbox
            label={t`Share with everyone in the account`}
            description={t`You, owners and admins can change it.`}
            checked={isShared}
            onChange={() => setShared(!isShared)}
          />
        )}
        {view === null && (
          <Checkbox
            label={t`Open it first whenever I come to this list`}
            checked={isFirst}
            onChange={() => setFirst(!isFirst)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button onClick={leave} disabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="ink" loading={isPending}>
            <Trans>Save view</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
