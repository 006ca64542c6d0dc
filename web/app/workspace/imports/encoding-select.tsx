import { FILE_ENCODINGS, type FileEncoding } from '@entrada/contract/sales/imports/file';
import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import styles from './imports.module.css';

/** The encodings by the names that spreadsheet programs use. */
const ENCODINGS: Record<FileEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  gb18030: 'GB 18030',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
};

type EncodingProps = {
  value: FileEncoding | null;
  onChange: (encoding: FileEncoding) => void;
};

/** Chooses the encoding in which a file is read. */
export function EncodingSelect({ value, onChange }: EncodingProps) {
  const { t } = useLingui();
  return (
    <Select
      className={styles.choice ?? ''}
      label={t`Encoding`}
      allowDeselect={false}
      value={value}
      data={FILE_ENCODINGS.map((one) => ({ value: one, label: ENCODINGS[one] }))}
      onChange={(next) => {
        const encoding = FILE_ENCODINGS.find((one) => one === next);
        if (encoding) onChange(encoding);
      }}
    />
  );
}
