/** The names of people, each once: who has several tickets is named with their number. The order stays. */
export function eachOnce(people: readonly { name: string }[]): { name: string }[] {
  const counts = new Map<string, number>();
  for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => ({ name: n > 1 ? `${name} × ${n}` : name }));
}
