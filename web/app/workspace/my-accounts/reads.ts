import { listMyAccounts } from '@entrada/contract/accounts/accounts';
import { getOwnershipTransfer } from '@entrada/contract/accounts/ownership';
import type { OutputOf } from '@entrada/contract/endpoint';
import { keys } from '../kit/data/keys.ts';
import type { Read, ReadsOf } from '../kit/reading/reads.ts';

export type MyAccount = OutputOf<typeof listMyAccounts>['data'][number];

/** The accounts that the user belongs to. */
export const myAccountsRead: Read<MyAccount[]> = {
  queryKey: keys.myAccounts,
  load: async (call, signal) => (await call(listMyAccounts, {}, { signal })).data,
};

/** The open handover of the account, if the user has a part in it. */
export const transferRead: Read<OutputOf<typeof getOwnershipTransfer>['data']> = {
  queryKey: keys.ownershipTransfer,
  load: async (call, signal) => (await call(getOwnershipTransfer, {}, { signal })).data,
};

export const reads: ReadsOf = () => [myAccountsRead, transferRead];
