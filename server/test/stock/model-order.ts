type Line = {
  price: number;
  quantity: number;
  counters: string[];
  list: number;
  /** Whether each unit lets a person in. If not, the line is cancelled as a whole. */
  admits: boolean;
  /** The units that are not cancelled. */
  standing: number;
};
/** An order as the model keeps it. Times are in seconds since the start of the run. */
export type Order = {
  /** The browser that bought it; -1: an organizer added it by hand. */
  browser: number;
  lines: Line[];
  promo: number | null;
  total: number;
  status: 'reserved' | 'cancelling' | 'expired' | 'awaiting_offline_payment' | 'completed' | 'cancelled';
  payment: 'none' | 'awaiting' | 'processing' | 'failed' | 'paid' | 'not_required';
  /** The state of its open payment at the bank. Null without an open payment. */
  bank: 'open' | 'processing' | null;
  attempts: number;
  /** The deadline of a hold or of an offline payment. */
  deadline: number;
  extended: boolean;
};

/** Whether it keeps its places temporarily. */
export const isHeld = ({ status }: Order) => status === 'reserved' || status === 'cancelling';

/** Whether it has its places permanently. This includes orders that are not paid yet. */
export const isSold = ({ status }: Order) => status === 'completed' || status === 'awaiting_offline_payment';
