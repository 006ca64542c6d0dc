import {
  type AccountReportFile,
  accountReportPath,
  type EventReportFile,
  eventReportPath,
} from '@entrada/contract/insight/reports/files';
import { EXPORT_FORMATS, type ExportFormat } from '@entrada/contract/sales/exports';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSaveFile } from '../kit/exports/save-file.ts';
import { Menu } from '../kit/menus/menu.tsx';
import type { Lines, Tab } from './address.ts';

/** The file of each report. That of the sales is the table of their lines. */
const LINE_FILES = {
  ticket: 'tickets',
  day: 'days',
  code: 'promo-codes',
  source: 'sources',
  answer: 'answers',
  event: 'events',
} as const satisfies Record<Lines, EventReportFile | AccountReportFile>;

const fileOf = (tab: Tab, by: Lines) => (tab === 'sales' ? LINE_FILES[by] : tab);

/** The path of a report as a file. Of an event, or of the account. */
function pathOf(eventId: number | null, tab: Tab, by: Lines, format: ExportFormat): string {
  const file = fileOf(tab, by);
  return eventId === null
    ? accountReportPath(file as AccountReportFile, format)
    : eventReportPath(eventId, file as EventReportFile, format);
}

type ExportMenuProps = {
  /** Null: over the account. */
  eventId: number | null;
  tab: Tab;
  by: Lines;
  /** The days that show. Before they are known nothing can be exported. */
  days: { from: string; to: string } | undefined;
  question: string | undefined;
};

/** Saves the rows of the report that shows as a file. */
export function ExportMenu({ eventId, tab, by, days, question }: ExportMenuProps) {
  const { t } = useLingui();
  const { start, isPending } = useSaveFile();
  const needsQuestion = tab === 'sales' && by === 'answer';
  const names: Record<ExportFormat, string> = { xlsx: t`Excel (XLSX)`, csv: t`CSV` };
  const save = (format: ExportFormat) => {
    if (!days) return;
    const { from, to } = days;
    const params = { from, to, ...(needsQuestion && question && { question }) };
    void start({ path: pathOf(eventId, tab, by, format), params });
  };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button
          variant="primary"
          leftSection={<IconDownload size={18} stroke={1.75} />}
          loading={isPending}
          disabled={!days || (needsQuestion && !question)}
        >
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORT_FORMATS.toReversed().map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {names[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
