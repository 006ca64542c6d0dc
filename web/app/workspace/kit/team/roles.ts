import type { Role } from '@entrada/contract/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The name of each role and what it may do, in the same words wherever somebody chooses or has one. */
export const roleWords: Record<Role, { name: MessageDescriptor; does: MessageDescriptor }> = {
  owner: { name: msg`Owner`, does: msg`Everything, and hands the account over.` },
  admin: { name: msg`Administrator`, does: msg`Everything except closing the account.` },
  organizer: { name: msg`Organizer`, does: msg`Events: tickets, orders, messages, reports.` },
  accounts: {
    name: msg`Accounts`,
    does: msg`Reports, taxes, invoices and payouts. Sees orders, changes nothing.`,
  },
  door_supervisor: {
    name: msg`Door supervisor`,
    does: msg`Check-in, undo, who is inside, sales at the door.`,
  },
  door_staff: { name: msg`Door staff`, does: msg`Scans tickets. Sees names, never emails or money.` },
};
