export const ROLES = ['owner', 'admin', 'organizer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The only table of permissions. The server reads it before every call, and the interface reads it to decide what
 * to show. An organizer may do everything inside events and nothing in the account area.
 */
export const PERMISSIONS = {
  'events.read': ['owner', 'admin', 'organizer'],
  'events.write': ['owner', 'admin', 'organizer'],
  'tickets.read': ['owner', 'admin', 'organizer'],
  'tickets.write': ['owner', 'admin', 'organizer'],
  'promo-codes.read': ['owner', 'admin', 'organizer'],
  'promo-codes.write': ['owner', 'admin', 'organizer'],
  'affiliates.read': ['owner', 'admin', 'organizer'],
  'affiliates.write': ['owner', 'admin', 'organizer'],
  'questions.read': ['owner', 'admin', 'organizer'],
  'questions.write': ['owner', 'admin', 'organizer'],
  'orders.read': ['owner', 'admin', 'organizer'],
  'orders.write': ['owner', 'admin', 'organizer'],
  'attendees.read': ['owner', 'admin', 'organizer'],
  'messages.read': ['owner', 'admin', 'organizer'],
  'messages.write': ['owner', 'admin', 'organizer'],
  'check-in.manage': ['owner', 'admin', 'organizer'],
  'organizers.read': ['owner', 'admin', 'organizer'],
  'organizers.write': ['owner', 'admin'],
  'taxes.read': ['owner', 'admin', 'organizer'],
  'taxes.manage': ['owner', 'admin'],
  'payments.manage': ['owner', 'admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a role has a permission. */
export function roleMay(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
