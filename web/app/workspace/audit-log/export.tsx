import { auditLogPath } from '@entrada/contract/insight/audit-log';
import { EXPORT_FORMATS, type ExportFormat } from '@entrada/contract/sales/exports';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSaveFile } from '../kit/exports/save-file.ts';

export type ExportProps = {
  /** What narrows the log. */
  query: Record<string, string>;
  close: () => void;
};

/** In which format the log is saved. */
export function ExportForm({ query, close }: ExportProps) {
  const { t } = useLingui();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const { start, isPending } = useSaveFile(close);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start({ path: auditLogPath(format), params: query });
      }}
    >
      <Stack gap="md">
        <p>
          {Object.keys(query).length > 0 ? (
            <Trans>What the filter finds, a row for each changed field.</Trans>
          ) : (
            <Trans>The whole log, a row for each changed field.</Trans>
          )}
        </p>
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
        <Group justify="flex-end" gap="xs">
          <Button onClick={close} disabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="ink" loading={isPending}>
            <Trans>Export</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
