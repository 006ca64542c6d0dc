import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { formatList } from '../../../platform/i18n/format.ts';
import { Note } from '../../../ui/notices/note.tsx';
import styles from './conflict.module.css';
import { useFocusForm } from './focus.ts';

/** A field whose saved value is not the one in the form. `isMine`: it was changed in the form. */
export type Difference = {
  field: string;
  label: string;
  theirs: ReactNode;
  yours: ReactNode;
  isMine: boolean;
};

export type ConflictProps = {
  /** The fields that differ between the form and what someone else saved. */
  differences: Difference[];
  /** Takes the other version and drops what was typed. */
  onTheirs: () => void;
  /** Keeps what was typed, on top of the other version. */
  onYours: () => void;
};

/** Shown when someone else saved first. It shows what differs, and each button says what it does. */
export function Conflict({ differences, onTheirs, onYours }: ConflictProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { i18n } = useLingui();
  useFocusForm(ref);
  const names = (isMine: boolean) =>
    formatList(
      differences.filter((one) => one.isMine === isMine).map(({ label }) => label),
      i18n.locale,
    );
  const [mine, others] = [names(true), names(false)];
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
            {differences.map(({ field, label, theirs, yours, isMine }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>{theirs || <Trans>Empty</Trans>}</td>
                <td>
                  {yours || <Trans>Empty</Trans>}
                  {!isMine && (
                    <span className={styles.unchanged}>
                      <Trans>Not changed by you</Trans>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.meaning}>
        {mine && others && (
          <Trans>
            “Keep my changes” keeps your {mine} and takes their {others}. Nothing is saved until you save
            again.
          </Trans>
        )}
        {mine && !others && (
          <Trans>“Keep my changes” keeps your {mine}. Nothing is saved until you save again.</Trans>
        )}
        {!mine && others && (
          <Trans>Both buttons take their {others}. Nothing is saved until you save again.</Trans>
        )}{' '}
        {mine && <Trans>“Load their version” drops your {mine}.</Trans>}
      </p>
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
