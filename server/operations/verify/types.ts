/** What must always hold, as a query for what breaks it. */
export type Invariant = {
  /** Its number in docs, as I1; several share one. */
  id: string;
  /** What must hold, in plain words. */
  rule: string;
  /**
   * One row for each record that breaks it. `drift` says which one and how, as a sentence; the other columns are for
   * machines. No nested loop over orders: it has to end in minutes with a million of them.
   */
  query: string;
};
