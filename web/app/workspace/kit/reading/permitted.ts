import { type CurrentUser, getMe } from '@entrada/contract/accounts/accounts';
import type { Permission } from '@entrada/contract/permissions';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../../platform/context.ts';
import { keys } from '../data/keys.ts';
import {
  type Answers,
  forbidden,
  type ReadsOf,
  readInBrowser,
  readOnServer,
  workspaceClient,
} from './reads.ts';

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

/** The `loader` of a layout that shows somewhat more to those who have this permission. Others get it without that. */
export const readIfPermittedOnServer =
  (permission: Permission, readsOf: ReadsOf) =>
  async (args: LoaderFunctionArgs): Promise<Answers> => {
    const me = await args.context.get(apiContext)(getMe, {});
    return me.data.permissions.includes(permission) ? readOnServer(readsOf)(args) : { reads: [] };
  };

/** The `clientLoader` of such a layout. */
export const readIfPermittedInBrowser =
  (permission: Permission, readsOf: ReadsOf) =>
  async (args: ClientLoaderFunctionArgs): Promise<unknown> => {
    const me = workspaceClient()?.getQueryData<CurrentUser>(keys.me);
    return me && !me.permissions.includes(permission) ? null : readInBrowser(readsOf)(args);
  };
