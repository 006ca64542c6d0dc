import { ANSWER_INVARIANTS } from './answer-invariants.ts';
import { AUDIT_INVARIANTS, BULK_INVARIANTS } from './audit-invariants.ts';
import { DEADLINE_INVARIANTS } from './deadline-invariants.ts';
import { INVOICE_INVARIANTS } from './invoice-invariants.ts';
import { MONEY_INVARIANTS, MOVE_INVARIANTS } from './money-invariants.ts';
import { ORDER_INVARIANTS, OWN_CHANGE_INVARIANTS } from './order-invariants.ts';
import { BOUNCE_INVARIANTS } from './outreach/bounce-invariants.ts';
import { MESSAGE_INVARIANTS } from './outreach/message-invariants.ts';
import { REFUND_INVARIANTS } from './refund-invariants.ts';
import { STOCK_INVARIANTS } from './stock-invariants.ts';
import type { Invariant } from './types.ts';

/** I1 to I17 without I9. I9 comes from the catalogue of foreign keys (account-invariant.ts). */
export const INVARIANTS: readonly Invariant[] = [
  ...STOCK_INVARIANTS,
  ...MONEY_INVARIANTS,
  ...MOVE_INVARIANTS,
  ...REFUND_INVARIANTS,
  ...INVOICE_INVARIANTS,
  ...ORDER_INVARIANTS,
  ...DEADLINE_INVARIANTS,
  ...AUDIT_INVARIANTS,
  ...ANSWER_INVARIANTS,
  ...BULK_INVARIANTS,
  ...MESSAGE_INVARIANTS,
  ...BOUNCE_INVARIANTS,
  ...OWN_CHANGE_INVARIANTS,
];
