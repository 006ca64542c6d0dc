import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import styles from './neighbour-buttons.module.css';

type NeighbourButtonsProps = {
  /** The step to each side; null where there is none. */
  go: Record<'previous' | 'next', (() => void) | null>;
  /** The button that brought here gets the focus. */
  last: 'previous' | 'next' | null;
  /** Names the buttons: "Previous order", "Next order". */
  labels: Record<'previous' | 'next', string>;
};

/** The two buttons in the header of a drawer that open the row before and after. Hidden if the row stands alone. */
export function NeighbourButtons({ go, last, labels }: NeighbourButtonsProps) {
  if (!go.previous && !go.next && last === null) return null;
  const focused = last && (go[last] ? last : last === 'next' ? 'previous' : 'next');
  return (
    <div className={styles.buttons}>
      {(['previous', 'next'] as const).map((side) => {
        const Chevron = side === 'previous' ? IconChevronUp : IconChevronDown;
        const step = go[side];
        return (
          <ActionIcon
            key={side}
            aria-label={labels[side]}
            title={labels[side]}
            disabled={!step}
            onClick={() => step?.()}
            {...(side === focused && { 'data-autofocus': true })}
          >
            <Chevron size={20} stroke={1.75} />
          </ActionIcon>
        );
      })}
    </div>
  );
}
