import type { Subscription } from '@entrada/contract/outreach/unsubscribing';
import { type Ctx, scopeOfRow } from '../../platform/context.ts';
import { fail } from '../../platform/errors.ts';
import { findSubscribed, switchDigest } from '../notifications/service.ts';
import { digestOf } from '../notifications/token.ts';
import * as queries from './queries.ts';
import { recipientOf } from './token.ts';

/** An address of which only its owner recognizes the rest. Pure. */
export function hiddenAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, at)].slice(0, 1).join('')}…${address.slice(at)}`;
}

async function findNews({ db, config }: Ctx, token: string): Promise<queries.Subscriber> {
  const recipientId = recipientOf(config.secret, token);
  const found = recipientId === null ? undefined : await queries.findSubscriber(db, recipientId);
  if (!found) throw fail('NOT_FOUND');
  return found;
}

/** Whether the mails behind a token still come: news of an account, or a summary. Throws NOT_FOUND. */
export async function getSubscription(ctx: Ctx, token: string): Promise<Subscription> {
  const digest = digestOf(ctx.config.secret, token);
  if (digest) {
    const { account, email, isOn } = await findSubscribed(ctx, digest);
    return { what: digest.which, organizer: account, email: hiddenAddress(email), isUnsubscribed: !isOn };
  }
  const { organizer, address, isUnsubscribed } = await findNews(ctx, token);
  return { what: 'news', organizer, email: hiddenAddress(address), isUnsubscribed };
}

/** Ends the mails behind a token, or lets them come again. Doing so twice changes nothing. Throws NOT_FOUND. */
async function change(ctx: Ctx, token: string, wants: boolean): Promise<Subscription> {
  const digest = digestOf(ctx.config.secret, token);
  if (digest) await switchDigest(ctx, digest, wants);
  else {
    const found = await findNews(ctx, token);
    const write = wants ? queries.removeUnsubscribed : queries.insertUnsubscribed;
    await write(ctx.db, scopeOfRow(found), found.address);
  }
  return getSubscription(ctx, token);
}

/** Ends the news of an account to the address behind a token, or a summary. Throws NOT_FOUND. */
export const unsubscribe = (ctx: Ctx, token: string): Promise<Subscription> => change(ctx, token, false);

/** Lets what was ended come again. Throws NOT_FOUND. */
export const subscribeAgain = (ctx: Ctx, token: string): Promise<Subscription> => change(ctx, token, true);
