import type { Subscription } from '@entrada/contract/outreach/unsubscribing';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import * as queries from './queries.ts';
import { recipientOf } from './token.ts';

/** An address of which only its owner recognizes the rest. Pure. */
export function hiddenAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, at)].slice(0, 1).join('')}…${address.slice(at)}`;
}

async function find({ db, config }: Ctx, token: string): Promise<queries.Subscriber> {
  const recipientId = recipientOf(config.secret, token);
  const found = recipientId === null ? undefined : await queries.findSubscriber(db, recipientId);
  if (!found) throw fail('NOT_FOUND');
  return found;
}

const show = ({ organizer, address, isUnsubscribed }: queries.Subscriber): Subscription => ({
  organizer,
  email: hiddenAddress(address),
  isUnsubscribed,
});

/** Whether news of an account go to the address behind a token. Throws NOT_FOUND. */
export const getSubscription = async (ctx: Ctx, token: string): Promise<Subscription> =>
  show(await find(ctx, token));

/** Ends the news of an account to the address behind a token. Doing so again changes nothing. Throws NOT_FOUND. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<Subscription> {
  const found = await find(ctx, token);
  await queries.insertUnsubscribed(ctx.db, scopeOfRow(found), found.address);
  return show({ ...found, isUnsubscribed: true });
}

/** Lets the news of an account go to the address behind a token again. Throws NOT_FOUND. */
export async function subscribeAgain(ctx: Ctx, token: string): Promise<Subscription> {
  const found = await find(ctx, token);
  await queries.removeUnsubscribed(ctx.db, scopeOfRow(found), found.address);
  return show({ ...found, isUnsubscribed: false });
}
