import { Trans } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { cx } from '../../../ui/class-names.ts';
import styles from './tick.module.css';

/** Shows whether a step is done, also to screen readers. */
export function Tick({ isDone }: { isDone: boolean }) {
  return (
    <span className={cx(styles.tick, isDone && styles.done)}>
      {isDone && <IconCheck size={14} stroke={2.5} aria-hidden="true" />}
      <span className="visually-hidden">{isDone ? <Trans>Done:</Trans> : <Trans>To do:</Trans>}</span>
    </span>
  );
}
