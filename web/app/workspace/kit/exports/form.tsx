import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportName,
  exportPath,
} from '@entrada/contract/sales/exports';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { eventPath } from '../data/event.ts';
import styles from './exports.module.css';
import { schedulePath } from './planned.ts';
import { useSaveFile } from './save-file.ts';
import { exportWords } from './words.ts';

export type ExportChoice = {
  eventId: number;
  what: readonly ExportName[];
  /** The query of the rows that are shown or chosen. */
  params: Record<string, string>;
  /** The query of all rows. Null if these are all, or if rows were chosen. */
  all: Record<string, string> | null;
  /** How many rows of the list are shown or chosen. */
  count: number | undefined;
  /** Whether the same file can be sent every day or week. */
  mayRepeat: boolean;
};

/** The format that this person took last. The choice lives as long as the page. */
let lastFormat: ExportFormat = 'xlsx';

/** What to export, in which format, and of which rows. */
export function ExportForm({
  eventId,
  what,
  params,
  all,
  count,
  mayRepeat,
  close,
}: ExportChoice & { close: () => void }) {
  const { t, i18n } = useLingui();
  const [name, setName] = useState(what[0]);
  const [format, setFormat] = useState(lastFormat);
  const [isAll, setAll] = useState(false);
  const { start, isPending } = useSaveFile(close);
  const query = isAll && all ? all : params;
  const save = () => {
    if (!name) return;
    lastFormat = format;
    void start({ path: exportPath(eventId, name, format), params: query });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {what.length > 1 && (
        <Radio.Group
          label={t`What`}
          value={name ?? ''}
          onChange={(chosen) => setName(what.find((one) => one === chosen))}
        >
          <Stack gap="sm" mt="xs">
            {what.map((one) => (
              <Radio
                key={one}
                value={one}
                label={i18n._(exportWords[one].name)}
                description={i18n._(exportWords[one].rows)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {all ? (
        <Radio.Group
          label={t`Rows`}
          value={isAll ? 'all' : 'found'}
          onChange={(chosen) => setAll(chosen === 'all')}
        >
          <Stack gap="sm" mt="xs">
            <Radio
              value="found"
              label={
                <Plural
                  value={count ?? 0}
                  one="What the filters find (#)"
                  other="What the filters find (#)"
                />
              }
            />
            <Radio value="all" label={t`Everything`} />
          </Stack>
        </Radio.Group>
      ) : (
        count !== undefined && (
          <p className={styles.count}>
            <Plural value={count} one="For # row of the list." other="For # rows of the list." />
          </p>
        )
      )}
      <Radio.Group
        label={t`Format`}
        value={format}
        onChange={(chosen) => setFormat(EXPORT_FORMATS.find((one) => one === chosen) ?? 'csv')}
      >
        <Stack gap="sm" mt="xs">
          <Radio
            value="xlsx"
            label={t`Excel (XLSX)`}
            description={t`Amounts and dates are ready to calculate with.`}
          />
          <Radio value="csv" label={t`CSV`} description={t`Plain text for other programs.`} />
        </Stack>
      </Radio.Group>
      {name && mayRepeat && (
        <p className={styles.also}>
          <Link className="link" to={schedulePath(eventId, { what: name, format, query })} onClick={close}>
            <Trans>Send it by email every day or week</Trans>
          </Link>
          <Link className="link" to={eventPath(eventId, 'scheduled-exports')} onClick={close}>
            <Trans>Scheduled exports</Trans>
          </Link>
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button onClick={close} disabled={isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="ink" loading={isPending}>
          <Trans>Export</Trans>
        </Button>
      </Group>
    </form>
  );
}
