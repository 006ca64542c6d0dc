import type { OrderView } from '../api.ts';

/** The lost dispute about which nobody has decided; undefined if there is none. */
export const undecidedDispute = ({ money }: OrderView) =>
  money.disputes.find(({ status, dismissed }) => status === 'lost' && !dismissed);

/** How many tickets of an order let somebody in. */
export const validTickets = ({ money }: OrderView): number =>
  money.attendees.filter(({ status }) => status === 'active').length;

/** Whether tickets still let in although a bank took the money back, and nobody has said that they may. */
export const hasLostDispute = (view: OrderView): boolean =>
  view.order.isCompleted && undecidedDispute(view) !== undefined && validTickets(view) > 0;
