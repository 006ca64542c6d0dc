import { getSecurity, type Security } from '@entrada/contract/accounts/security';
import { keys } from '../data/keys.ts';
import type { Read } from '../reading/reads.ts';

/** How one signs in, and where one is signed in. */
export const securityRead: Read<Security> = {
  queryKey: keys.security,
  load: async (call, signal) => (await call(getSecurity, {}, { signal })).data,
};
