import { Trans } from '@lingui/react/macro';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu } from '../menus/menu.tsx';
import type { Move } from './order.ts';

type MoveItemsProps = { isFirst: boolean; isLast: boolean; onMove: (move: Move) => void };

/** Menu items that move a row, as an alternative to dragging it. */
export function MoveItems({ isFirst, isLast, onMove }: MoveItemsProps) {
  const item = (move: Move, Icon: TablerIcon, isDisabled: boolean, label: ReactNode) => (
    <Menu.Item
      leftSection={<Icon size={18} stroke={1.75} />}
      disabled={isDisabled}
      onClick={() => onMove(move)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <>
      {item('up', IconArrowUp, isFirst, <Trans>Move up</Trans>)}
      {item('down', IconArrowDown, isLast, <Trans>Move down</Trans>)}
      {item('top', IconArrowBarToUp, isFirst, <Trans>Move to top</Trans>)}
      {item('bottom', IconArrowBarToDown, isLast, <Trans>Move to bottom</Trans>)}
    </>
  );
}
