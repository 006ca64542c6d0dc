import { Plural } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

/**
 * Stands above a refused form: how many fields have an error, with a link to each. Takes the focus when an answer
 * arrives.
 */
export function ErrorSummary({ answer, errors }: { answer: unknown; errors: Record<string, string> }) {
  const box = useRef<HTMLDivElement>(null);
  const paths = Object.keys(errors);
  useEffect(() => {
    if (answer) box.current?.focus();
  }, [answer]);
  if (paths.length === 0) return null;
  return (
    <div ref={box} className={styles.box} role="alert" tabIndex={-1}>
      <p>
        <Plural value={paths.length} one="# field needs another look" other="# fields need another look" />
      </p>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <FieldLink path={path}>{errors[path] ?? ''}</FieldLink>
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
      <FieldName path={path} /> {children}
    </a>
  );
}

/** The label of the field, so that the summary and the field always say the same. */
function FieldName({ path }: { path: string }) {
  const name = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const field = document.getElementById(path);
    const words = [
      field?.closest('[data-attendee]')?.querySelector('h3'),
      field?.closest('[data-question]')?.querySelector('legend'),
      document.querySelector(`label[for="${CSS.escape(path)}"]`),
    ].flatMap((element) => element?.textContent?.trim() || []);
    if (name.current && words.length > 0) name.current.textContent = `${words.join(', ')}:`;
  }, [path]);
  return <span ref={name} suppressHydrationWarning />;
}
