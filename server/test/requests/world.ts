import { ROLES } from '@entrada/contract/permissions';
import { buildAccount, buildUserIn } from '../../accounts/factory.ts';
import { buildEvent } from '../../catalog/events/factory.ts';
import { buildQuestion } from '../../catalog/questions/factory.ts';
import { buildCapacity, buildPromoCode, buildTaxOrFee, buildTicket } from '../../catalog/tickets/factory.ts';
import type { Db } from '../../db/client.ts';
import { newShortId } from '../../platform/secrets.ts';

export type RequestWorld = Awaited<ReturnType<typeof buildRequestWorld>>;

/**
 * An account with one record of most kinds, a person of every role, and another account. Whatever can be named is called
 * `mark`, so that it is recognized in an answer that it must not be in.
 */
export async function buildRequestWorld(db: Db, mark = 'canary') {
  const own = await buildAccount(db);
  const other = await buildAccount(db, { name: 'Somebody else' });
  const { eventId, organizerId } = await buildEvent(db, {
    accountId: own.accountId,
    title: `${mark}-event`,
  });
  const { ticketId, priceId } = await buildTicket(db, {
    accountId: own.accountId,
    eventId,
    name: `${mark}-ticket`,
  });
  const spare = await buildTicket(db, { accountId: own.accountId, eventId, name: 'spare-ticket' });
  const list = await db
    .insertInto('check_in_lists')
    .values({
      account_id: own.accountId,
      event_id: eventId,
      short_id: newShortId('cl'),
      name: `${mark}-list`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  const { questionId } = await buildQuestion(db, {
    accountId: own.accountId,
    eventId,
    title: `${mark}-question`,
  });

  const { capacityId } = await buildCapacity(db, {
    accountId: own.accountId,
    eventId,
    name: `${mark}-capacity`,
    ticketIds: [ticketId],
  });

  const promo = await buildPromoCode(db, { accountId: own.accountId, eventId, code: `${mark}-code` });
  const affiliate = await db
    .insertInto('affiliates')
    .values({ account_id: own.accountId, event_id: eventId, code: `${mark}-affiliate`, name: mark })
    .returning('id')
    .executeTakeFirstOrThrow();

  const taxOrFee = await buildTaxOrFee(db, { accountId: own.accountId, name: `${mark}-tax` });

  const tokens = Object.fromEntries(
    await Promise.all(
      ROLES.map(async (role) => [
        role,
        role === 'owner' ? own.token : (await buildUserIn(db, own.accountId, role)).token,
      ]),
    ),
  ) as Record<(typeof ROLES)[number], string>;
  return {
    own,
    other,
    organizerId,
    eventId,
    ticketId,
    priceId,
    spareTicketId: spare.ticketId,
    listId: list.id,
    questionId,
    capacityId,
    promoCodeId: promo.promoCodeId,
    affiliateId: affiliate.id,
    taxOrFeeId: taxOrFee.id,
    tokens,
  };
}
