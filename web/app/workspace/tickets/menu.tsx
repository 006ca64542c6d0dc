import type { Ticket } from '@entrada/contract/catalog/tickets';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LateMenu } from '../kit/display/late-menu.tsx';
import { DeleteItem, EditItem } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';

type TicketMenuProps = {
  ticket: Ticket;
  /** Set if the order can be changed. */
  moveItems: ReactNode;
  onEdit: (ticket: Ticket) => void;
  onDuplicate: (ticket: Ticket) => void;
  onDelete: (ticket: Ticket) => void;
};

export function TicketMenu({ ticket, moveItems, onEdit, onDuplicate, onDelete }: TicketMenuProps) {
  const { t } = useLingui();
  return (
    <LateMenu label={t`Actions for ${ticket.name}`} width={220}>
      <EditItem onClick={() => onEdit(ticket)}>
        <Trans>Edit ticket</Trans>
      </EditItem>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.75} />} onClick={() => onDuplicate(ticket)}>
        <Trans>Duplicate ticket</Trans>
      </Menu.Item>
      {moveItems && (
        <>
          <Menu.Divider />
          {moveItems}
        </>
      )}
      <DeleteItem disabled={ticket.hasSales} onClick={() => onDelete(ticket)}>
        <Trans>Delete ticket</Trans>
      </DeleteItem>
      {ticket.hasSales && (
        <Menu.Label>
          <Trans>It has orders. You can hide it.</Trans>
        </Menu.Label>
      )}
    </LateMenu>
  );
}
