import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import styles from './conflict.module.css';
import { useFocusForm } from './focus.ts';

export type Difference = { field: string; label: ReactNode; theirs: ReactNode; yours: ReactNode };

type ConflictProps = {
  /** The fields that someone else changed after the form was read. */
  differences: Difference[];
  /** Takes the other version and drops what was typed. */
  onTheirs: () => void;
  /** Keeps what was typed, on top of the other version. */
  onYours: () => void;
};

/** Shown when someone else saved first. It shows both versions and lets the user choose. */
export function Conflict({ differences, onTheirs, onYours }: ConflictProps) {
  const ref = useRef<HTMLDivElement>(null);
  useFocusForm(ref);
  return (
    <div ref={ref} className={styles.conflict} tabIndex={-1} data-form-error>
      <Note tone="attn" announce>
        <Trans>Someone else saved changes while you were editing. Nothing of yours is lost.</Trans>
      </Note>
      {differences.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Theirs</Trans>
              </th>
              <th scope="col">
                <Trans>Yours</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, label, theirs, yours }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>{theirs || <Trans>Empty</Trans>}</td>
                <td>{yours || <Trans>Empty</Trans>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.choice}>
        <Button onClick={onTheirs}>
          <Trans>Load their version</Trans>
        </Button>
        <Button variant="ink" onClick={onYours}>
          <Trans>Keep my changes</Trans>
        </Button>
      </div>
    </div>
  );
}
