import type { Ticket } from '@entrada/contract/catalog/tickets';
import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LateMenu } from '../kit/display/late-menu.tsx';

type TicketMenuProps = {
  ticket: Ticket;
  /** Set if the order can be changed. */
  moveItems: ReactNode;
  onEdit: (ticket: Ticket) => void;
  onDuplicate: (ticket: Ticket) => void;
  onDelete: (ticket: Ticket) => void;
};

const icon = { size: 18, stroke: 1.75 };

export function TicketMenu({ ticket, moveItems, onEdit, onDuplicate, onDelete }: TicketMenuProps) {
  const { t } = useLingui();
  return (
    <LateMenu label={t`Actions for ${ticket.name}`} width={220}>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(ticket)}>
        <Trans>Edit ticket</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onDuplicate(ticket)}>
        <Trans>Duplicate ticket</Trans>
      </Menu.Item>
      {moveItems && (
        <>
          <Menu.Divider />
          {moveItems}
        </>
      )}
      <Menu.Divider />
      <Menu.Item
        color="var(--bad-text)"
        leftSection={<IconTrash {...icon} />}
        disabled={ticket.hasSales}
        onClick={() => onDelete(ticket)}
      >
        <Trans>Delete ticket</Trans>
      </Menu.Item>
      {ticket.hasSales && (
        <Menu.Label>
          <Trans>It has orders. You can hide it.</Trans>
        </Menu.Label>
      )}
    </LateMenu>
  );
}
