import { deadlineOf } from '../../../catalog/events/core/policy.ts';
import type { Order } from '../../orders/core/types.ts';

type Moment = { startsAt: Date; now: Date };

/** Whether the buyer of an order may still say later who comes with a ticket. `startsAt`: of the event as it is now. Pure. */
export const canNameLater = ({ policy }: Pick<Order, 'policy'>, { startsAt, now }: Moment): boolean =>
  !!policy?.names?.later && now < deadlineOf(policy, policy.names, startsAt);

/**
 * Whether a ticket keeps its code to itself, because its buyer has not said yet who comes. Once the time for that has
 * passed it shows the code in the buyer's name, so that nobody stands at the door with nothing. Pure.
 */
export function isWithheld(
  { awaitsName }: { awaitsName: boolean },
  order: Pick<Order, 'policy'>,
  moment: Moment,
): boolean {
  return awaitsName && canNameLater(order, moment);
}
