import { type CurrentUser, getMe } from '@entrada/contract/accounts/accounts';
import type { Organizer } from '@entrada/contract/catalog/organizers';
import type { Permission } from '@entrada/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from '../../../platform/api/client.ts';
import { allOrganizers } from './all-organizers.ts';
import { keys } from './keys.ts';

type Account = { id: number; name: string; current: boolean };

type Session = {
  me: CurrentUser;
  accounts: Account[];
  organizers: Organizer[];
  /** The address of the installation, without a path. */
  site: string;
};

/** The signed-in user, as read when the page loaded. */
export const SessionContext = createContext<Session | null>(null);

/** The signed-in user with the accounts and organizers of the session, kept up to date. */
export function useSession(): Session & { may: (permission: Permission) => boolean } {
  const session = useContext(SessionContext);
  if (!session) throw new Error('The workspace layout provides the session');
  const { data: me } = useQuery({
    queryKey: keys.me,
    queryFn: async ({ signal }) => (await api(getMe, {}, { signal })).data,
    initialData: session.me,
  });
  const { data: organizers } = useQuery({
    queryKey: keys.allOrganizers,
    enabled: me.permissions.includes('organizers.read'),
    queryFn: ({ signal }) => allOrganizers(api, signal),
    initialData: session.organizers,
  });
  return { ...session, me, organizers, may: (permission) => me.permissions.includes(permission) };
}
