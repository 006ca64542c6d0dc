import { FILE_SEPARATORS, type FileEncoding, type FileSeparator } from '@entrada/contract/sales/imports/file';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Select } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef } from 'react';
import { Note } from '../../ui/notices/note.tsx';
import { dotted } from '../kit/display/dotted.ts';
import type { Loaded } from './api.ts';
import { EncodingSelect } from './encoding-select.tsx';
import styles from './imports.module.css';
import { ReadRefusal } from './refusal.tsx';
import { ACCEPTED, useReadFile } from './use-read-file.ts';

/** The file that was read, how it was read, and how to read it otherwise. */
export function FileBar({ loaded, onRead }: { loaded: Loaded; onRead: (loaded: Loaded) => void }) {
  const { t } = useLingui();
  const reader = useReadFile(onRead);
  const { read, isPending } = reader;
  const input = useRef<HTMLInputElement>(null);
  const { source, file } = loaded;
  const { kind, encoding, separator, isSure, rows, headers } = file;
  const separators: Record<FileSeparator, string> = {
    ',': t`Commas`,
    ';': t`Semicolons`,
    '\t': t`Tabs`,
    '|': t`Vertical bars`,
  };
  const again = (change: { encoding?: FileEncoding; separator?: FileSeparator }) =>
    read(source, { ...(encoding && { encoding }), ...(separator && { separator }), ...change });
  return (
    <>
      <div className={styles.file}>
        <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden="true" />
        <div className={styles.fileWords}>
          <b>{source.name}</b>
          <span className={styles.quiet}>
            {dotted([
              t`${plural(rows.length, { one: '# row', other: '# rows' })}`,
              t`${plural(headers.length, { one: '# column', other: '# columns' })}`,
              kind === 'xlsx' && t`Excel workbook`,
            ])}
          </span>
        </div>
        {kind === 'csv' && (
          <>
            <EncodingSelect value={encoding} onChange={(next) => again({ encoding: next })} />
            <Select
              className={styles.choice ?? ''}
              label={t`Separator`}
              allowDeselect={false}
              value={separator}
              data={FILE_SEPARATORS.map((one) => ({ value: one, label: separators[one] }))}
              onChange={(next) => {
                const chosen = FILE_SEPARATORS.find((one) => one === next);
                if (chosen) again({ separator: chosen });
              }}
            />
          </>
        )}
        <input
          ref={input}
          hidden
          type="file"
          accept={ACCEPTED}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0];
            currentTarget.value = '';
            if (chosen) read(chosen);
          }}
        />
        <Button size="sm" loading={isPending} onClick={() => input.current?.click()}>
          <Trans>Choose another</Trans>
        </Button>
      </div>
      <ReadRefusal {...reader} />
      {!isSure && (
        <Note tone="attn">
          <Trans>
            Nothing in the file says its encoding. Look at the special letters below, and choose another
            encoding if they are wrong.
          </Trans>
        </Note>
      )}
    </>
  );
}
