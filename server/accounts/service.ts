import type { Db } from '../platform/db/client.ts';
import type { FindSession } from '../platform/http/session.ts';
import type { PageUser } from '../platform/http/web.ts';

export const findSession = (_db: Db): FindSession => async () => null;
export const findPageUser = async (_db: Db, _tokenHash: Buffer): Promise<PageUser | null> => null;
