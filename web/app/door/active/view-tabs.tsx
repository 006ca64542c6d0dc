import { Trans, useLingui } from '@lingui/react/macro';
import { IconLineScan, IconListSearch } from '@tabler/icons-react';
import { Tabs } from '../parts/tabs.tsx';

/** Below the scanner of a supervisor: the scanner, and the way to guests, counts, log and sales. */
export function ViewTabs({ onGuests }: { onGuests: () => void }) {
  const { t } = useLingui();
  const tabs = [
    { name: 'scan' as const, icon: IconLineScan, words: <Trans>Scan</Trans> },
    { name: 'guests' as const, icon: IconListSearch, words: <Trans>Guest list</Trans> },
  ];
  return (
    <Tabs
      label={t`Check-in`}
      tabs={tabs}
      current="scan"
      onChange={(name) => {
        if (name === 'guests') onGuests();
      }}
    />
  );
}
