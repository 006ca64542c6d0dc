/** A refund that went through. `exact`: what it holds of each charge, if it is for whole tickets. Minor units. */
export type RefundOfCharges = { amount: number; exact: readonly number[] | null };

/** amount × part / whole, half up. */
function share(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/**
 * What each refund of an order gives back of each of its charges, in the order in which they went through. A refund for
 * whole tickets gives back their charges, any other its share of what is left. So the refunds of the whole total give back
 * every charge to the last minor unit, however many they are (docs/money.md, rule 9). `owed`: each charge of the order.
 */
export function refundShares(
  { total, owed }: { total: number; owed: readonly number[] },
  refunds: readonly RefundOfCharges[],
): number[][] {
  let left = total;
  const rest = [...owed];
  return refunds.map(({ amount, exact }) => {
    const given = Math.min(amount, left);
    const shares = rest.map((charge, at) => Math.min(charge, exact?.[at] ?? share(charge, given, left)));
    for (const [at, value] of shares.entries()) rest[at] = (rest[at] ?? 0) - value;
    left -= given;
    return shares;
  });
}
