import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import { useInlineForm } from '../../kit/dialogs/use-inline-form.ts';
import { focusWrong } from '../../kit/form/focus.ts';
import styles from './buyer.module.css';

type EditFormProps = {
  label: string;
  /** The words of the button that saves. */
  save: ReactNode;
  record: {
    drawer: { attempts: number; isPending: boolean; error: ReactNode };
    conflict: ReactNode;
    isDirty: boolean;
    submit: () => void;
  };
  close: () => void;
  children: ReactNode;
};

/**
 * A form in the drawer of an order. It begins at the field that it names or else at its first, or at the first wrong one once it was refused. Nothing
 * that is typed is lost without a question.
 */
export function EditForm({ label, save, record, close, children }: EditFormProps) {
  const { attempts, isPending, error } = record.drawer;
  const form = useRef<HTMLFormElement>(null);
  const leave = useInlineForm({ isDirty: record.isDirty, isPending, close });
  useEffect(() => {
    if (attempts > 0) focusWrong(form.current);
  }, [attempts]);
  useEffect(() => {
    const named = form.current?.querySelector<HTMLElement>('[data-autofocus]');
    (named ?? form.current?.querySelector<HTMLElement>('input'))?.focus();
  }, []);
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (record.isDirty) record.submit();
        else close();
      }}
    >
      {error && (
        <div data-form-error tabIndex={-1}>
          <Note tone="error" announce>
            {error}
          </Note>
        </div>
      )}
      {record.conflict}
      {children}
      <div className={styles.buttons}>
        <Button disabled={isPending} onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" loading={isPending}>
          {save}
        </Button>
      </div>
    </form>
  );
}
