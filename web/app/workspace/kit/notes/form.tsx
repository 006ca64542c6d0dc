import { LIMITS } from '@entrada/contract/constants';
import { addOrderNote } from '@entrada/contract/sales/notes';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import { keys } from '../data/keys.ts';
import { useChange } from '../data/use-change.ts';
import { useInlineForm } from '../dialogs/use-inline-form.ts';
import { LimitedTextarea } from '../fields/limited-text.tsx';
import { judge } from '../form/judge.ts';
import { useFormErrors } from '../form/use-form-errors.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import styles from './notes.module.css';

type NoteFormProps = {
  eventId: number;
  label: string;
  placeholder?: string;
  /** The words to start from. */
  text: string;
  submit: ReactNode;
  save: (text: string) => Promise<unknown>;
  /** Handles an error in another way, and then returns true. */
  onError?: (error: unknown) => boolean;
  /** Shown above the field. */
  above?: ReactNode;
  /** Closes the form. Null if it always shows; then its buttons show only while something is typed. */
  close: (() => void) | null;
};

const isText = (path: string) => path === 'text';

/** The field of a new or an existing note. Control and Enter save it. */
export function NoteForm({ eventId, label, text, submit, above, close, ...given }: NoteFormProps) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useFormErrors();
  const isDirty = value.trim() !== text.trim();
  const guard = useLeaveGuard(isDirty);
  const isOnDemand = close !== null;
  useEffect(() => {
    if (isOnDemand) field.current?.focus();
  }, [isOnDemand]);
  const { start, isPending } = useChange({
    run: given.save,
    invalidates: () => [keys.notes(eventId), keys.timelines(eventId)],
    onDone: () => {
      guard.release();
      setValue('');
      close?.();
    },
    onError: (error) => {
      if (!given.onError?.(error)) form.refuseBy(error, isText);
      return true;
    },
  });
  const run = () => {
    const judged = judge(addOrderNote, { text: value });
    if (!judged.body) return form.refuseWrong(judged.wrong, isText);
    form.clear();
    void start(judged.body.text);
  };
  const isOpen = isOnDemand || value !== '';
  const leave = useInlineForm({
    isOn: isOpen,
    isDirty,
    isPending,
    close: () => {
      setValue(text);
      form.clear();
      if (close) close();
      else field.current?.focus();
    },
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {above}
      {form.whole && (
        <Note tone="error" announce>
          {form.whole}
        </Note>
      )}
      <LimitedTextarea
        ref={field}
        aria-label={label}
        placeholder={given.placeholder}
        limit={LIMITS.note}
        autosize
        minRows={isOpen ? 2 : 1}
        maxRows={12}
        value={value}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          form.forget('text');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          run();
        }}
        error={form.errors['text']}
      />
      {isOpen && (
        <Group justify="flex-end" gap="xs">
          <Button disabled={isPending} onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="ink" loading={isPending}>
            {submit}
          </Button>
        </Group>
      )}
    </form>
  );
}
