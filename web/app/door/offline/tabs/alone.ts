/**
 * Works while no other tab of this phone works under the same name. A phone may put a tab to sleep in the middle of its work, so
 * after `patienceMs` the work begins all the same. The work must bear that. Browsers without locks begin at once.
 */
export async function alone<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return work();
  let begun: Promise<T> | undefined;
  const begin = () => {
    begun = work();
    return begun;
  };
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, begin);
  } catch (error) {
    if (begun !== undefined) return begun;
    if (error instanceof DOMException) return work();
    throw error;
  }
}
