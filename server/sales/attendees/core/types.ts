/** A person who gets one ticket of an order. */
export type NewAttendee = {
  orderItemId: number;
  ticketId: number;
  priceId: number;
  reference: string;
  firstName: string;
  lastName: string;
  email: string;
  ticketName: string;
  priceLabel: string;
  /** The buyer says later who comes; until then it is the buyer. */
  awaitsName?: boolean;
};
