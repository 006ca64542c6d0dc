import type { Db, Tx } from '../../db/client.ts';

/** Somebody of the team as the reader of a mail. */
export const findUser = (tx: Tx | Db, userId: number) =>
  tx.selectFrom('users').select(['id', 'email', 'locale']).where('id', '=', userId).executeTakeFirst();
