import type { CapacityAssignment, CapacityState } from '@entrada/contract/catalog/capacity-assignments';
import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { formatCount } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/notices/progress.tsx';
import { RecordRow } from '../kit/display/record-row.tsx';
import { SomeNames } from '../kit/display/some-names.tsx';
import { DeleteItem, EditItem, RowMenu } from '../kit/list/row.tsx';
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
    <RecordRow
      selection={selection}
      id={id}
      name={name}
      detail={<Tickets assignment={assignment} />}
      opens={mayEdit}
      className={styles.row}
    >
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
            <EditItem onClick={on.onEdit}>
              <Trans>Edit assignment</Trans>
            </EditItem>
            <DeleteItem onClick={on.onDelete}>
              <Trans>Delete assignment</Trans>
            </DeleteItem>
          </RowMenu>
        </div>
      )}
    </RecordRow>
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

function Tickets({ assignment: { tickets } }: { assignment: CapacityAssignment }) {
  if (tickets.length === 0) return <Trans>No ticket shares it any more</Trans>;
  return <SomeNames of={tickets} most={3} />;
}
