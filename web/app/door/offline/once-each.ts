/** Answers of so many attempts are remembered. */
const MOST = 100;

/**
 * One answer for each attempt, by its nonce, however often it is asked for: by a page that was drawn again, or by a retry that
 * crosses the first answer. After a failure the same attempt may be made again.
 */
export function onceEach<Given extends { nonce: string }, Answer>(
  ask: (given: Given) => Promise<Answer>,
): (given: Given) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (given) => {
    const before = known.get(given.nonce);
    if (before !== undefined) return before;
    const asked = ask(given);
    known.set(given.nonce, asked);
    asked.catch(() => known.delete(given.nonce));
    for (const nonce of known.keys()) {
      if (known.size <= MOST) break;
      known.delete(nonce);
    }
    return asked;
  };
}
