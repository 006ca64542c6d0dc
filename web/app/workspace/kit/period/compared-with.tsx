import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Menu } from '../menus/menu.tsx';
import { useRead } from '../reading/reads.ts';
import { pastEventsRead } from './past-events.ts';

type ComparedWithProps = {
  eventId: number;
  /** The id of a past event. Without one it is the days before. */
  pastEvent: string | undefined;
  choose: (pastEvent: string | null) => void;
  /** The look of the button. */
  variant?: 'default' | 'subtle';
  className?: string | undefined;
};

const BEFORE = 'before';

/** The choice between the days before and the account's past events. Nothing if there is no such event. */
export function ComparedWith({ eventId, pastEvent, choose, ...look }: ComparedWithProps) {
  const { t } = useLingui();
  const past = useRead(pastEventsRead(eventId)).data ?? [];
  if (past.length === 0) return null;
  const chosen = past.find(({ id }) => String(id) === pastEvent);
  return (
    <Menu position="bottom-end" width={256}>
      <Menu.Target>
        <Button {...look} rightSection={<IconChevronDown size={16} stroke={1.75} />}>
          {chosen ? t`vs ${chosen.title}` : t`vs the days before`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Compare with</Trans>
        </Menu.Label>
        <Menu.RadioGroup
          value={chosen ? String(chosen.id) : BEFORE}
          onChange={(value) => choose(value === BEFORE ? null : value)}
        >
          <Menu.RadioItem value={BEFORE}>
            <Trans>The days before</Trans>
          </Menu.RadioItem>
          {past.map(({ id, title }) => (
            <Menu.RadioItem key={id} value={String(id)}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
