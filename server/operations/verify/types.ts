/** A rule that must always hold, with a query for the records that break it. */
export type Invariant = {
  /** Its number, for example I1. Several rules share a number. */
  id: string;
  /** The rule in plain words. */
  rule: string;
  /**
   * Returns one row for each record that breaks the rule. `drift` says which record and how, as a sentence.
   * The other columns are for machines. The query must end within minutes with a million orders, so it has no
   * nested loop over them.
   */
  query: string;
};
