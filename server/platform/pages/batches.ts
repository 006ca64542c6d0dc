/** Short against everything that a visitor waits for, long enough for a crowd's requests to meet. */
const BATCH_MS = 1;

/**
 * Lets cheap answers of a crowd leave together. Waking up costs a process more than such an answer: for each request that it
 * is handed alone it sleeps, is woken, and wakes whoever reads the answer (docs/decisions/111). Resolves at once for
 * whoever comes alone; under load after a millisecond at most.
 */
export function createBatches(): () => Promise<void> {
  let waiting: (() => void)[] | null = null;
  const end = () => {
    const batch = waiting ?? [];
    waiting = batch.length > 0 ? [] : null;
    if (waiting) setTimeout(end, BATCH_MS);
    for (const go of batch) go();
  };
  return () => {
    if (waiting === null) {
      waiting = [];
      setTimeout(end, BATCH_MS);
      return Promise.resolve();
    }
    const batch = waiting;
    return new Promise((go) => batch.push(go));
  };
}
