import type { Tx } from '../../db/client.ts';
import type { AccountScope } from '../../platform/context.ts';
import * as core from './core/demand.ts';
import * as queries from './queries.ts';

export type Demand = core.Demand;

/** What of a counter a statement writes as it locked it; see the queries. */
export const limitsAsLocked = queries.limitsAsLocked;

/** What an order takes: each unit one of each counter of its item, the order one use of its promo code. */
export const demandOf = core.demandOf;

/** Reserved becomes sold for some orders, of whatever accounts. Locks the counters in the order of their ids; the orders' rows must be locked already. */
export const sellReserved = queries.sellReserved;

/** Reserved becomes available. Locks as `sellReserved`. */
export const releaseReserved = (tx: Tx, scope: AccountScope, demand: Demand) =>
  queries.releaseReserved(tx, scope, demand);

/** Sold becomes available. Locks as `sellReserved`. */
export const returnSold = (tx: Tx, scope: AccountScope, demand: Demand) =>
  queries.returnSold(tx, scope, demand);

/** Available becomes sold, all or nothing, within the quantities; false when something is no longer there. Locks as above. */
export const takeSold = (tx: Tx, scope: AccountScope, demand: Demand) => queries.takeSold(tx, scope, demand);
