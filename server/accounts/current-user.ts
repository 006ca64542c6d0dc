import type { CurrentUser } from '@entrada/contract/accounts/accounts';
import type { Locale } from '@entrada/contract/constants';
import { PERMISSIONS, type Permission, type Role, roleMay } from '@entrada/contract/permissions';
import type { Db, Tx } from '../db/client.ts';
import type { UserActor } from '../platform/context.ts';
import { fail } from '../platform/errors.ts';
import * as queries from './queries.ts';

/** What the interface needs to know about the user of this session. Throws UNAUTHENTICATED if the user is gone. */
export async function describeUser(
  tx: Tx | Db,
  actor: Pick<UserActor, 'userId' | 'accountId' | 'role'>,
): Promise<CurrentUser> {
  const user = await queries.findUser(tx, actor.userId);
  const account = (await queries.listMemberships(tx, actor.userId)).find(
    (membership) => membership.id === actor.accountId,
  );
  if (!user || !account) throw fail('UNAUTHENTICATED');
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    emailConfirmed: user.email_confirmed_at !== null,
    locale: user.locale as Locale,
    timezone: user.timezone,
    account: {
      id: account.id,
      name: account.name,
      currency: account.currency,
      timezone: account.timezone,
      logo: await queries.findLogo(tx, account.id),
    },
    role: account.role as Role,
    permissions: (Object.keys(PERMISSIONS) as Permission[]).filter(
      (permission) =>
        roleMay(account.role as Role, permission) &&
        (permission !== 'events.create' || account.mayCreateEvents) &&
        // The log tells of the whole account.
        (permission !== 'audit.read' || !account.limited),
    ),
    hasOrganizer: await queries.hasOrganizer(tx, account.id),
    needsSecondFactor: account.requires_second_factor && user.second_factor_at === null,
  };
}
