import type { CapacityAssignment, CapacityState } from '@entrada/contract/catalog/capacity-assignments';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Menu, Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { formatCount, formatList } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import { RowLink, RowMenu } from '../kit/list/row.tsx';
import { RowBox } from '../kit/selection/select-boxes.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import styles from './capacity-assignments.module.css';

type CapacityRowProps = {
  assignment: CapacityAssignment;
  /** Null while the boxes are hidden. */
  selection: Selection | null;
  /** Whether a column shows. */
  has: (column: 'state' | 'used') => boolean;
  mayEdit: boolean;
  isPending: boolean;
  onSwitch: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

export function CapacityRow({ assignment, selection, has, mayEdit, isPending, ...on }: CapacityRowProps) {
  const { t } = useLingui();
  const { id, name, active } = assignment;
  return (
    <li
      className={styles.row}
      data-selecting={selection !== null || undefined}
      data-selected={selection?.has(id) || undefined}
    >
      {selection && (
        <div className={styles.box}>
          <RowBox selection={selection} id={id} name={name} />
        </div>
      )}
      <div className={styles.words}>
        <h2>{mayEdit ? <RowLink opens={id}>{name}</RowLink> : name}</h2>
        <p className={styles.detail}>
          <Tickets assignment={assignment} />
        </p>
      </div>
      {has('state') && (
        <div className={styles.state}>
          <State state={assignment.state} />
        </div>
      )}
      {has('used') && <Used assignment={assignment} />}
      {mayEdit && (
        <div className={styles.actions} data-busy={isPending || undefined}>
          <Switch
            aria-label={t`${name} is active`}
            checked={active}
            // The switch is not disabled while it saves, because it would lose the focus. A second press then does
            // nothing.
            aria-busy={isPending}
            onChange={on.onSwitch}
          />
          <RowMenu name={name}>
            <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} />} onClick={on.onEdit}>
              <Trans>Edit assignment</Trans>
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="var(--bad-text)"
              leftSection={<IconTrash size={18} stroke={1.75} />}
              onClick={on.onDelete}
            >
              <Trans>Delete assignment</Trans>
            </Menu.Item>
          </RowMenu>
        </div>
      )}
    </li>
  );
}

function State({ state }: { state: CapacityState }) {
  if (state === 'off') {
    return (
      <Badge tone="neutral">
        <Trans>Switched off</Trans>
      </Badge>
    );
  }
  if (state === 'over_capacity') {
    return (
      <Badge tone="attn">
        <Trans>Over capacity</Trans>
      </Badge>
    );
  }
  if (state === 'full') {
    return (
      <Badge tone="neutral">
        <Trans>Full</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="ok" quiet>
      <Trans>Active</Trans>
    </Badge>
  );
}

function Used({ assignment }: { assignment: CapacityAssignment }) {
  const { t, i18n } = useLingui();
  const { name, capacity, sold, reserved } = assignment;
  const count = (value: number) => formatCount(value, i18n.locale);
  const used = count(sold + reserved);
  const held = count(reserved);
  const most = capacity === null ? '' : count(capacity);
  return (
    <div className={styles.used}>
      <span className={styles.count}>
        <span>
          {capacity === null ? (
            <Trans>
              <b>{used}</b> used
            </Trans>
          ) : (
            <Trans>
              <b>{used}</b> of {most} used
            </Trans>
          )}
        </span>
        {reserved > 0 && <span className={styles.held}>{t`${held} held by buyers`}</span>}
      </span>
      <Progress label={t`Used of ${name}`} value={sold + reserved} max={capacity} />
    </div>
  );
}

const named = 3;

function Tickets({ assignment: { tickets } }: { assignment: CapacityAssignment }) {
  const { t, i18n } = useLingui();
  if (tickets.length === 0) return <Trans>No ticket shares it any more</Trans>;
  const names = tickets.slice(0, named).map(({ name }) => name);
  const more = tickets.length - names.length;
  return formatList(
    more > 0 ? [...names, t`${plural(more, { one: '# more', other: '# more' })}`] : names,
    i18n.locale,
  );
}
