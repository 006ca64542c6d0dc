import { labelled } from '@entrada/contract/words/labels';
import { Plural, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

type ErrorSummaryProps = {
  /** The refusal. Each new one takes the focus to the summary. */
  answer: unknown;
  /** The errors that are not mended yet, in the order of the form. */
  errors: readonly { path: string; name: string; message: string }[];
};

/** Stands above a refused form: how many fields have an error, each by its name with a link to it. */
export function ErrorSummary({ answer, errors }: ErrorSummaryProps) {
  const { i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) box.current?.focus();
  }, [answer]);
  if (errors.length === 0) return null;
  return (
    <div ref={box} className={styles.box} role="alert" tabIndex={-1}>
      <p>
        <Plural value={errors.length} one="# field needs another look" other="# fields need another look" />
      </p>
      <ul>
        {errors.map(({ path, name, message }) => (
          <li key={path}>
            <FieldLink path={path}>{name ? labelled(name, message, i18n.locale) : message}</FieldLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FieldLink({ path, children }: { path: string; children: string }) {
  return (
    <a
      href={`#${path}`}
      onClick={(event) => {
        const field = document.getElementById(path);
        if (!field) return;
        event.preventDefault();
        const control = field.matches('fieldset') ? field.querySelector<HTMLElement>('input') : field;
        (control ?? field).focus();
      }}
    >
      {children}
    </a>
  );
}
