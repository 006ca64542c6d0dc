type Placed = { at: Date; place: string };

/**
 * The first `limit` of facts that come from the newest to the oldest, and the place where the next page begins; null if
 * nothing is left. A page ends between two moments, because facts of one moment may be told as one entry. Only a moment with
 * more facts than a page has is divided. Pure.
 */
export function pageOf<Fact extends Placed>(
  facts: readonly Fact[],
  limit: number,
): { facts: readonly Fact[]; next: string | null } {
  const beyond = facts[limit];
  if (!beyond) return { facts, next: null };
  const isOfIt = ({ at }: Placed) => at.getTime() === beyond.at.getTime();
  const whole = facts.slice(0, limit);
  const end = whole.findIndex(isOfIt);
  const page = end > 0 ? whole.slice(0, end) : whole;
  return { facts: page, next: page.at(-1)?.place ?? null };
}
