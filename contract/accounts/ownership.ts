import { z } from 'zod';
import { LIMITS } from '../constants.ts';
import { endpoint, single } from '../endpoint.ts';
import { id, isoOut } from '../fields.ts';

const transfer = z.object({
  from: z.object({ id: z.number(), name: z.string() }),
  to: z.object({ id: z.number(), name: z.string() }),
  expiresAt: isoOut,
  /** Whether the caller is the one who has to agree. */
  isForYou: z.boolean(),
});

export const getOwnershipTransfer = endpoint({
  method: 'GET',
  path: '/account/ownership-transfer',
  access: 'signed-in',
  summary: 'The open handover of the account, for its two sides. Null for everybody else.',
  response: single(transfer.nullable()),
});

export const offerOwnership = endpoint({
  method: 'POST',
  path: '/account/ownership-transfer',
  access: 'account.hand-over',
  summary:
    'Offer the account to another active member, with one’s password. Nothing changes until they agree, within seven days. TRANSFER_OPEN if there is an offer already.',
  status: 201,
  body: z.strictObject({ userId: id, password: z.string().min(1).max(LIMITS.passwordMax) }),
  response: single(transfer),
});

export const acceptOwnership = endpoint({
  method: 'POST',
  path: '/account/ownership-transfer/accept',
  access: 'signed-in',
  summary: 'Agree to become the owner. The owner before becomes an administrator.',
});

export const endOwnershipTransfer = endpoint({
  method: 'DELETE',
  path: '/account/ownership-transfer',
  access: 'signed-in',
  summary: 'Take the offer back, or decline it.',
});
