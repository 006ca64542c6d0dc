import { HUNDRED_PERCENT, parseRate, roundHalfUp } from '@entrada/contract/rates';

/** What the provider allows a connected account to do. */
export type Capabilities = { chargesEnabled: boolean; payoutsEnabled: boolean; detailsSubmitted: boolean };

/** An organizer's own account at the provider; `account` is null until the provider has opened it. */
export type Connection = Capabilities & {
  accountId: number;
  account: string | null;
  idempotencyKey: string;
  email: string;
};

type ConnectionStatus = 'not_connected' | 'incomplete' | 'connected';

/**
 * `connected`: the account can charge cards. `incomplete`: the connection was begun, but the account cannot charge yet.
 */
export function statusOf(connection: Connection | null): ConnectionStatus {
  if (!connection || connection.account === null) return 'not_connected';
  return connection.chargesEnabled ? 'connected' : 'incomplete';
}

/**
 * The installation's fee for a charge, in minor units: the rate applied to the amount, rounded half up to a multiple of
 * `unit`. Zero without a rate. Never more than the amount.
 */
export function applicationFee(amount: number, rate: string | null, unit: number): number {
  if (rate === null) return 0;
  const steps = roundHalfUp(BigInt(amount) * parseRate(rate), HUNDRED_PERCENT * BigInt(unit));
  const fee = Number(steps) * unit;
  return fee > amount ? amount - (amount % unit) : fee;
}
