import type { Role } from '@entrada/contract/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The roles by name, for somebody who is not in the account yet. */
export const roleNames: Record<Role, MessageDescriptor> = {
  owner: msg`Owner`,
  admin: msg`Administrator`,
  organizer: msg`Organizer`,
  accounts: msg`Accounts`,
  door_supervisor: msg`Door supervisor`,
  door_staff: msg`Door staff`,
};
