export const ROLES = ['owner', 'admin', 'organizer', 'accounts', 'door_supervisor', 'door_staff'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that somebody can be invited with. The owner hands the account over instead. */
export const GIVEN_ROLES = ['admin', 'organizer', 'accounts', 'door_supervisor', 'door_staff'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Whether a member with this role may be limited to some events and organizers. */
export const canBeLimited = (role: Role): boolean => role !== 'owner' && role !== 'admin';

const MANAGERS = ['owner', 'admin'] as const;
const EDITORS = ['owner', 'admin', 'organizer'] as const;
const READERS = ['owner', 'admin', 'organizer', 'accounts'] as const;

/**
 * The only table of permissions. The server reads it before every call, and the interface reads it to decide what
 * to show. An organizer may do everything inside events and nothing in the account area. Accounts reads everything and
 * changes nothing. Who works at a door reaches check-in lists and nothing else.
 */
export const PERMISSIONS = {
  'events.read': READERS,
  'events.write': EDITORS,
  /** Also for copies. A limited member needs an organizer whose events they all reach. */
  'events.create': EDITORS,
  'tickets.read': READERS,
  'tickets.write': EDITORS,
  'promo-codes.read': READERS,
  'promo-codes.write': EDITORS,
  'affiliates.read': READERS,
  'affiliates.write': EDITORS,
  'questions.read': READERS,
  'questions.write': EDITORS,
  'orders.read': READERS,
  'orders.write': EDITORS,
  'attendees.read': READERS,
  'messages.read': READERS,
  'messages.write': EDITORS,
  'check-in.read': READERS,
  'check-in.manage': EDITORS,
  /** Opens check-in lists at the door and scans: names and tickets only. */
  'door.scan': [...EDITORS, 'door_supervisor', 'door_staff'],
  /** Undoes scans, sees who is inside, sells at the door. */
  'door.supervise': [...EDITORS, 'door_supervisor'],
  'organizers.read': READERS,
  'organizers.write': MANAGERS,
  'taxes.read': READERS,
  'taxes.manage': MANAGERS,
  'payments.read': ['owner', 'admin', 'accounts'],
  'payments.manage': MANAGERS,
  /** Invites, changes and switches off people of the account. */
  'users.manage': MANAGERS,
  'account.read': ['owner', 'admin', 'accounts'],
  /** Changes the account's settings and the defaults of its events. */
  'account.manage': MANAGERS,
  'audit.read': ['owner', 'admin', 'accounts'],
  'account.close': ['owner'],
  'account.hand-over': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a role has a permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
