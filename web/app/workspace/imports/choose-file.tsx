import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { latePart } from '../kit/late/part.tsx';
import type { Loaded } from './api.ts';
import styles from './imports.module.css';
import { ReadRefusal } from './refusal.tsx';
import { ACCEPTED, useReadFile } from './use-read-file.ts';

/** Needed for a file that cannot be read. */
const EncodingSelect = latePart(async () => (await import('./encoding-select.tsx')).EncodingSelect, {
  Place: () => <Skeleton height={64} />,
});

/** Takes a file by dropping it or by choosing it. */
export function ChooseFile({ onRead }: { onRead: (loaded: Loaded) => void }) {
  const { t } = useLingui();
  const reader = useReadFile(onRead);
  const { read, isPending, refusal } = reader;
  const [isOver, setOver] = useState(false);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <div className={styles.choose}>
      <ReadRefusal {...reader} />
      {refusal?.remedy === 'encoding' && (
        <EncodingSelect value={null} onChange={(encoding) => read(refusal.source, { encoding })} />
      )}
      <label
        className={cx(styles.drop, isOver && styles.over)}
        aria-busy={isPending}
        data-opens="preview"
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          const file = event.dataTransfer.files[0];
          if (file && !isPending) read(file);
        }}
      >
        <input
          type="file"
          accept={ACCEPTED}
          disabled={isPending}
          aria-label={t`Choose a file`}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // The same file can be chosen again after it was corrected.
            currentTarget.value = '';
            if (file) read(file);
          }}
        />
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden="true" />
        <span className={styles.dropTitle} role="status">
          {isPending ? <Trans>The file is read…</Trans> : <Trans>Choose a file, or drop it here</Trans>}
        </span>
        <span className={styles.quiet}>
          <Trans>CSV or Excel (XLSX), at most 5 MB and 10,000 rows below one row of column names</Trans>
        </span>
      </label>
      <p className={styles.quiet}>
        <Trans>
          Names are enough. Email, ticket, companions, a note for the door and the language are read as well.
          Nothing is added before you have seen it.
        </Trans>
      </p>
    </div>
  );
}
