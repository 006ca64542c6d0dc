import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import { SideDrawer } from '../dialogs/side-drawer.tsx';
import styles from './drawer-frame.module.css';
import { focusWrong, startAtFirstField } from './focus.ts';

type FormDrawerProps = {
  opened: boolean;
  title: ReactNode;
  submit: string;
  isPending: boolean;
  /** Closes the drawer. It asks first if changes would be lost. */
  onClose: () => void;
  onSubmit: () => void;
  /** Another way to save, which then is the main one. Enter in a field still means `onSubmit`. */
  also?: { label: string; isPossible: boolean; isPressed: boolean; onSubmit: () => void };
  /** Stands above the buttons. */
  note?: ReactNode;
  /** An error of the whole form. */
  error?: ReactNode;
  /** Counts refused attempts. After each one, the first field with an error gets the focus. */
  attempts: number;
  children: ReactNode;
};

/** A drawer at the right with a form. Its title and its buttons do not scroll. */
export function FormDrawer(props: FormDrawerProps) {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  useEffect(() => {
    if (props.attempts > 0) focusWrong(form.current);
  }, [props.attempts]);
  const { also, isPending } = props;
  // The button that was pressed shows that it works.
  const isAlso = isPending && also?.isPressed;
  return (
    <SideDrawer
      opened={props.opened}
      // The drawer stays open while it saves, because closing would not cancel the save.
      onClose={() => !isPending && props.onClose()}
      title={props.title}
    >
      <form
        ref={(element) => {
          form.current = element;
          startAtFirstField(element);
        }}
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {props.error && (
          <div data-form-error tabIndex={-1}>
            <Note tone="error" announce>
              {props.error}
            </Note>
          </div>
        )}
        {props.children}
      </form>
      <footer className={styles.footer} data-bottom-bar>
        {props.note && <div className={styles.note}>{props.note}</div>}
        <Button onClick={props.onClose} disabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={also?.isPossible ? 'default' : 'primary'}
          loading={isPending && !isAlso}
          disabled={isAlso}
        >
          {props.submit}
        </Button>
        {also && (
          <Button
            variant={also.isPossible ? 'primary' : 'default'}
            loading={isAlso}
            disabled={!also.isPossible || isPending}
            onClick={also.onSubmit}
          >
            {also.label}
          </Button>
        )}
      </footer>
    </SideDrawer>
  );
}

/** A section of a form, below a thin line. */
export function FormSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
