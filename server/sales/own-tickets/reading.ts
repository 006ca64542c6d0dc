import { concerns } from '@entrada/contract/catalog/answers';
import type { BuyerQuestion } from '@entrada/contract/catalog/questions';
import type { OwnTicket, OwnTicketObstacle, OwnTickets } from '@entrada/contract/sales/own-tickets/changes';
import type { Db, Tx } from '../../db/client.ts';
import { readNow } from '../../platform/clock.ts';
import { type AccountScope, scopeOfRow } from '../../platform/context.ts';
import { isHolderBuyer } from '../attendees/service.ts';
import { askedOf, eventOf } from '../order-views/buyer-view.ts';
import type { Order } from '../orders/core/types.ts';
import { listRequests } from '../refund-requests/queries.ts';
import { listDisputes } from '../refunds/dispute-queries.ts';
import { listRefunds } from '../refunds/queries.ts';
import { deadlinesOf, type Facts, ownTicketObstacles } from './core/obstacles.ts';
import { findOwnTickets, type OwnRow } from './queries.ts';

/** Why the money of an order forbids that its tickets change hands: it is asked back, on its way back, or disputed. */
async function moneyObstacle(
  tx: Tx | Db,
  scope: AccountScope,
  orderId: number,
): Promise<OwnTicketObstacle | null> {
  const requests = await listRequests(tx, scope, orderId);
  if (requests.some(({ status }) => status === 'open')) return 'REFUND_REQUESTED';
  const refunds = await listRefunds(tx, scope, orderId);
  if (refunds.some(({ status }) => status === 'pending')) return 'REFUND_PENDING';
  const disputes = await listDisputes(tx, scope, orderId);
  return disputes.some(({ status }) => status !== 'won') ? 'PAYMENT_DISPUTED' : null;
}

/**
 * What decides about changes of an order's tickets, by the database's clock. Before a change lock the order, and the
 * ticket if a scan may be under way.
 */
export async function readFacts(tx: Tx | Db, order: Order) {
  const event = await eventOf(tx, order);
  const shared = {
    order,
    policy: order.policy,
    event,
    now: await readNow(tx),
    money: order.total === 0 ? null : await moneyObstacle(tx, scopeOfRow(order), order.id),
  } satisfies Omit<Facts, 'ticket'>;
  const judge = (row: OwnRow) =>
    ownTicketObstacles({
      ...shared,
      ticket: {
        status: row.status,
        hasEntered: row.hasEntered,
        isWithBuyer: isHolderBuyer(row, order.buyer),
        isGiven: row.passedFrom !== null,
        isOpened: row.openedAt !== null,
      },
    });
  return { event, judge };
}

function stateOf(row: OwnRow, order: Order): OwnTicket['state'] {
  if (isHolderBuyer(row, order.buyer)) return row.awaitsName ? 'unnamed' : 'named';
  return row.passedFrom ? 'passed_on' : 'elsewhere';
}

/** The tickets of an order with what its buyer can change about them. */
export async function showOwn(db: Db | Tx, order: Order): Promise<OwnTickets> {
  const rows = await findOwnTickets(db, scopeOfRow(order), { orderId: order.id });
  const { event, judge } = await readFacts(db, order);
  const asked = rows.some((row) => row.awaitsName) ? await askedOf(db, event) : [];
  const { names, passOn } = deadlinesOf(order.policy, event.startsAt);
  return {
    namesUntil: names?.toISOString() ?? null,
    passOnUntil: passOn?.toISOString() ?? null,
    tickets: rows.map((row) => {
      const state = stateOf(row, order);
      const { firstName, lastName, email } = row;
      return {
        reference: row.reference,
        version: row.version,
        ticketName: row.ticketName,
        priceLabel: row.priceLabel,
        state,
        holder: state === 'unnamed' || state === 'elsewhere' ? null : { firstName, lastName, email },
        ...judge(row),
        openedAt: row.openedAt?.toISOString() ?? null,
        questions: state === 'unnamed' ? questionsOf(asked, row.ticketId) : [],
      };
    }),
  };
}

/** What is asked about the attendee with a ticket. */
export const questionsOf = (asked: readonly BuyerQuestion[], ticketId: number): BuyerQuestion[] =>
  asked.filter((one) => one.scope === 'attendee' && concerns(one, [ticketId]));
