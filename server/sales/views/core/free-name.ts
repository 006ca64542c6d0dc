/**
 * The name, or the name with the smallest number behind it that nobody else has, as "Refunded (2)". The case of letters does
 * not count. It is cut where it would be longer than `most` characters. Pure.
 */
export function freeName(name: string, taken: readonly string[], most: number): string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  let free = name;
  for (let nth = 2; known.has(free.toLowerCase()); nth += 1) {
    const end = ` (${nth})`;
    free =
      name
        .slice(0, most - end.length)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd() + end;
  }
  return free;
}
