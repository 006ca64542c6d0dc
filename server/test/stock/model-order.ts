type Line = { price: number; quantity: number; counters: string[]; list: number; admitted: number };
/** An order as the model keeps it; times in seconds since the run began. */
export type Order = {
  browser: number;
  lines: Line[];
  promo: number | null;
  total: number;
  status: 'reserved' | 'cancelling' | 'expired' | 'awaiting_offline_payment' | 'completed' | 'cancelled';
  payment: 'none' | 'awaiting' | 'processing' | 'failed' | 'paid' | 'not_required';
  /** How its open payment stands at the bank; null without one. */
  bank: 'open' | 'processing' | null;
  attempts: number;
  /** Of a hold, or of money that is waited for. */
  deadline: number;
  extended: boolean;
};

/** Whether it keeps its places for now. */
export const isHeld = ({ status }: Order) => status === 'reserved' || status === 'cancelling';

/** Whether it has its places for good, also before it is paid. */
export const isSold = ({ status }: Order) => status === 'completed' || status === 'awaiting_offline_payment';
