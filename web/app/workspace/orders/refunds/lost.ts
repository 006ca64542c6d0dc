import type { OrderView } from '../api.ts';

/** The lost dispute after which tickets still let in, and nobody has said that they may; undefined if there is none. */
export const undecidedDispute = ({ money }: OrderView) =>
  money.disputes.find(({ isUndecided }) => isUndecided);

/** How many tickets of an order let somebody in. */
export const validTickets = ({ money }: OrderView): number =>
  money.attendees.filter(({ status }) => status === 'active').length;
