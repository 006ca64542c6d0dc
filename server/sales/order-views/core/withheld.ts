import { deadlineOf } from '../../../catalog/events/core/policy.ts';
import type { Order } from '../../orders/core/types.ts';

/**
 * Whether a ticket keeps its code to itself, because its buyer has not said yet who comes. Once the time for that has
 * passed it shows the code in the buyer's name, so that nobody stands at the door with nothing. Pure.
 */
export function isWithheld(
  { awaitsName }: { awaitsName: boolean },
  { policy }: Pick<Order, 'policy'>,
  { startsAt, now }: { startsAt: Date; now: Date },
): boolean {
  return awaitsName && !!policy?.names?.later && now < deadlineOf(policy, policy.names, startsAt);
}
