import type { Permission } from '@entrada/contract/permissions';
import { useEvent } from './event.ts';
import { useSession } from './session.ts';

/** Whether the user may change this part of the event. Nobody can change an archived event. */
export function useMayEdit(permission: Permission): boolean {
  const { status } = useEvent();
  return useSession().may(permission) && status !== 'archived';
}
