import { type CurrentUser, getMe } from '@entrada/contract/accounts/accounts';
import type { Permission } from '@entrada/contract/permissions';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../../platform/context.ts';
import { keys } from '../data/keys.ts';
import { type Answers, type ReadsOf, readInBrowser, readOnServer, workspaceClient } from './reads.ts';

/** Refuses a page to somebody without its permission. */
export const forbidden = () => data({ code: 'FORBIDDEN' }, { status: 403 });

/** The `loader` of a page for those who have this permission. Others get a 403. */
export const readPermittedOnServer =
  (permission: Permission, readsOf: ReadsOf) =>
  async (args: LoaderFunctionArgs): Promise<Answers> => {
    const [me, answers] = await Promise.all([
      args.context.get(apiContext)(getMe, {}),
      readOnServer(readsOf)(args),
    ]);
    if (!me.data.permissions.includes(permission)) throw forbidden();
    return answers;
  };

/** The `clientLoader` of such a page. It knows the permissions of the session. */
export const readPermittedInBrowser =
  (permission: Permission, readsOf: ReadsOf) =>
  async (args: ClientLoaderFunctionArgs): Promise<unknown> => {
    const me = workspaceClient()?.getQueryData<CurrentUser>(keys.me);
    if (me && !me.permissions.includes(permission)) throw forbidden();
    return readInBrowser(readsOf)(args);
  };
