import { HUNDRED_PERCENT, parseRate, roundHalfUp } from '@entrada/contract/rates';

/** What the provider lets a connected account do. */
export type Capabilities = { chargesEnabled: boolean; payoutsEnabled: boolean; detailsSubmitted: boolean };

/** An organizer's own account at the provider; `account` is null until the provider has opened it. */
export type Connection = Capabilities & {
  accountId: number;
  account: string | null;
  idempotencyKey: string;
  email: string;
};

type ConnectionStatus = 'not_connected' | 'incomplete' | 'connected';

/** Connected is who can charge; one that was begun and cannot yet is incomplete. */
export function statusOf(connection: Connection | null): ConnectionStatus {
  if (!connection || connection.account === null) return 'not_connected';
  return connection.chargesEnabled ? 'connected' : 'incomplete';
}

/**
 * What is kept of a charge: the rate of the amount, half up to a multiple of `unit`, in minor units; nothing without a
 * rate. Never more than the amount.
 */
export function applicationFee(amount: number, rate: string | null, unit: number): number {
  if (rate === null) return 0;
  const steps = roundHalfUp(BigInt(amount) * parseRate(rate), HUNDRED_PERCENT * BigInt(unit));
  const fee = Number(steps) * unit;
  return fee > amount ? amount - (amount % unit) : fee;
}
