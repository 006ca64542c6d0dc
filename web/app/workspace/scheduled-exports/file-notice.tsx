import { exportRunPath } from '@entrada/contract/sales/exports';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { Note } from '../../ui/notices/note.tsx';
import { useSaveFile } from '../kit/exports/save-file.ts';
import { exportWords } from '../kit/exports/words.ts';
import type { Schedules } from './api.ts';

type FileNoticeProps = { eventId: number; runId: number; schedules: Schedules };

/** The file that a mail links to, at the top of the page; or why it cannot be downloaded. */
export function FileNotice({ eventId, runId, schedules: { scheduled, timezone } }: FileNoticeProps) {
  const { i18n } = useLingui();
  const run = scheduled.flatMap(({ runs }) => runs).find(({ id }) => id === runId);
  const save = useSaveFile();
  if (!run?.fileUntil) {
    return (
      <Note tone="attn" announce>
        <Trans>This file can no longer be downloaded. Send the export again to get a new one.</Trans>
      </Note>
    );
  }
  const name = i18n._(exportWords[run.what].name);
  const made = formatDayTime(run.endedAt ?? run.dueAt, { locale: i18n.locale, timezone });
  return (
    <Note
      tone="ok"
      action={
        <Button
          variant="primary"
          loading={save.isPending}
          leftSection={<IconDownload size={18} stroke={1.75} />}
          onClick={() => void save.start({ path: exportRunPath(eventId, runId), params: {} })}
        >
          <Trans>Download file</Trans>
        </Button>
      }
    >
      <Trans>
        {name}, made on {made}, is ready.
      </Trans>
    </Note>
  );
}
