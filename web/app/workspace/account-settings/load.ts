import { getMe } from '@entrada/contract/accounts/accounts';
import { getAccountSettings } from '@entrada/contract/accounts/settings';
import type { LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { forbidden } from '../kit/reading/reads.ts';

/** The account's settings for both pages. Whoever may not change them gets a 403. */
export async function loadPage({ context }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const me = await call(getMe, {});
  if (!me.data.permissions.includes('account.manage')) throw forbidden();
  return (await call(getAccountSettings, {})).data;
}
