import type { Permission } from '@entrada/contract/permissions';
import { useEvent } from './event.ts';
import { useSession } from './session.ts';

/** Whether who is signed in may change this part of the page's event. An archived event stays as it is. */
export function useMayEdit(permission: Permission): boolean {
  const { status } = useEvent();
  return useSession().may(permission) && status !== 'archived';
}
