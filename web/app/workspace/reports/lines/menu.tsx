import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Menu } from '../../kit/menus/menu.tsx';
import type { Step } from '../../kit/period/steps.ts';
import type { Lines } from '../address.ts';

/** What the table of sales is called, by what its lines are. Days may be put together. */
export function useLineNames(step: Step = 'day'): Record<Lines, string> {
  const { t } = useLingui();
  const steps: Record<Step, string> = { day: t`By day`, week: t`By week`, month: t`By month` };
  return {
    event: t`By event`,
    ticket: t`By ticket`,
    day: steps[step],
    code: t`By promo code`,
    source: t`By affiliate and source`,
    answer: t`By answer`,
  };
}

type LinesMenuProps = {
  lines: readonly Lines[];
  by: Lines;
  step: Step | undefined;
  choose: (by: Lines) => void;
};

/** The choice of what the lines are. */
export function LinesMenu({ lines, by, step, choose }: LinesMenuProps) {
  const { t } = useLingui();
  const names = useLineNames(step);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          aria-label={t`Group by: ${names[by]}`}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          <Trans>Group by</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={by} onChange={(next) => choose(next as Lines)}>
          {lines.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {names[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
