/** Puts short facts on one line: "Paid · 1 to 6 per order". A wrapped line never begins with the dot. */
export function dotted(facts: readonly (string | false | null | undefined)[]): string {
  return facts.filter(Boolean).join('\u00a0· ');
}
