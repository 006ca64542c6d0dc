import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Space } from '../../../ui/space.tsx';
import { yearDays } from '../charts/words.ts';
import { latePart } from '../late/part.tsx';
import { Popover } from '../menus/menu.tsx';
import type { PeriodPanelProps } from './panel.tsx';
import type { Period } from './range.ts';
import { presetNames } from './words.ts';

const Panel = latePart<PeriodPanelProps>(() => import('./panel.tsx').then((part) => part.PeriodPanel), {
  Place: () => null,
});

type PeriodMenuProps = {
  period: Period;
  /** The days that show, once they are known. */
  shown: { from: string; to: string } | undefined;
  choose: (period: Period) => void;
};

/** The button with the days of a report. It opens the choice of others. */
export function PeriodMenu({ period, shown, choose }: PeriodMenuProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const text = shown
    ? yearDays(shown.from, shown.to, i18n.locale)
    : 'preset' in period && i18n._(presetNames[period.preset]);
  return (
    <Popover position="bottom-start" width={288} trapFocus returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button
          leftSection={<IconCalendar size={18} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          onPointerEnter={Panel.ahead}
          onFocus={Panel.ahead}
        >
          <span className="visually-hidden">
            <Trans>Days:</Trans>
            <Space />
          </span>
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Days to show`}>
        <Panel
          period={period}
          shown={shown}
          choose={(next) => {
            setOpen(false);
            choose(next);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
