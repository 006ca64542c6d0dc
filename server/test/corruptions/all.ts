import { auditCorruptions } from './audit.ts';
import { bounceCorruptions } from './bounces.ts';
import { deadlineCorruptions } from './deadlines.ts';
import { invoiceCorruptions } from './invoices.ts';
import { messageCorruptions } from './messages.ts';
import { moveCorruptions } from './moves.ts';
import { orderCorruptions } from './orders.ts';
import { ownChangeCorruptions } from './own-changes.ts';
import { paymentCorruptions } from './payments.ts';
import { refundCorruptions } from './refunds.ts';
import { scheduledExportCorruptions } from './scheduled-exports.ts';
import { stockCorruptions } from './stock.ts';
import type { Corruption, World } from './world.ts';

/** At least one deliberate corruption for every rule of `operations/verify`. */
export const corruptionsOf = (world: World): Corruption[] => [
  ...stockCorruptions(world),
  ...paymentCorruptions(world),
  ...moveCorruptions(world),
  ...refundCorruptions(world),
  ...invoiceCorruptions(world),
  ...orderCorruptions(world),
  ...deadlineCorruptions(world),
  ...scheduledExportCorruptions(world),
  ...messageCorruptions(world),
  ...bounceCorruptions(world),
  ...auditCorruptions(world),
  ...ownChangeCorruptions(world),
];
