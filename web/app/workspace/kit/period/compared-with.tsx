import type { EventDetail } from '@entrada/contract/catalog/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Menu } from '../../kit/menus/menu.tsx';
import { useRead } from '../../kit/reading/reads.ts';
import type { Choice, useChoice } from '../choice.ts';
import styles from '../dashboard.module.css';
import { pastEventsRead } from '../reads.ts';

type ComparedWithProps = {
  event: EventDetail;
  choice: Choice;
  change: ReturnType<typeof useChoice>['change'];
};

const BEFORE = 'before';

/** The choice between the days before and the account's past events. Nothing if there is no such event. */
export function ComparedWith({ event, choice, change }: ComparedWithProps) {
  const { t } = useLingui();
  const past = useRead(pastEventsRead(event.id)).data ?? [];
  if (past.length === 0) return null;
  const chosen = past.find(({ id }) => String(id) === choice.pastEvent);
  return (
    <Menu position="bottom-end" width={256}>
      <Menu.Target>
        <Button
          variant="subtle"
          className={styles.compare}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          {chosen ? t`vs ${chosen.title}` : t`vs the days before`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Compare with</Trans>
        </Menu.Label>
        <Menu.RadioGroup
          value={chosen ? String(chosen.id) : BEFORE}
          onChange={(value) => change({ compare: value === BEFORE ? null : value })}
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
