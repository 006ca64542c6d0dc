import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useRef } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { latePart } from '../late/part.tsx';
import bottomBar from './bottom-bar.module.css';
import type { ConflictProps } from './conflict.tsx';
import { useFocusForm } from './focus.ts';
import styles from './page-form.module.css';

/** Few saves meet another one, so its script loads then. */
const Conflict = latePart<ConflictProps>(async () => (await import('./conflict.tsx')).Conflict, {
  Place: () => null,
});

type PageFormProps = {
  form: {
    ref: RefObject<HTMLFormElement | null>;
    whole: ReactNode;
    conflict: ConflictProps | null;
    submit: () => void;
  };
  /** The class that sets the space around the messages above the fields. */
  aboveClass: string | undefined;
  children: ReactNode;
};

/** A form of `usePageForm`. Above its fields it shows errors of the whole form and conflicts with another save. */
export function PageForm({ form, aboveClass, children }: PageFormProps) {
  const { whole, conflict } = form;
  return (
    <form
      ref={form.ref}
      className={styles.form}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        form.submit();
      }}
    >
      {(whole || conflict) && (
        <div className={cx(styles.above, aboveClass)} data-form-error tabIndex={-1}>
          {whole && (
            <Note tone="error" announce>
              {whole}
            </Note>
          )}
          {conflict && <Conflict {...conflict} />}
        </div>
      )}
      {children}
    </form>
  );
}

type SaveBarProps = {
  form: { changed: readonly unknown[]; isPending: boolean; discard: () => void };
};

/** The bar at the bottom of the window. It says how many changes are not saved and has the buttons for them. */
export function SaveBar({ form }: SaveBarProps) {
  return form.changed.length > 0 && <Bar form={form} />;
}

function Bar({ form }: SaveBarProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLElement>(null);
  useFocusForm(ref);
  const count = form.changed.length;
  return (
    <section ref={ref} className={bottomBar.bar} data-bottom-bar aria-label={t`Unsaved changes`}>
      <span className={bottomBar.words} role="status">
        <Plural value={count} one="# unsaved change" other="# unsaved changes" />
      </span>
      <Button onClick={form.discard} disabled={form.isPending}>
        <Trans>Discard</Trans>
      </Button>
      <Button type="submit" variant="primary" loading={form.isPending}>
        <Trans>Save changes</Trans>
      </Button>
    </section>
  );
}
