/** The saved values, with the fields that were changed again after they were sent. */
export function withTyped<Values extends object>(
  saved: Values,
  { sent, current }: { sent: Values; current: Values },
): Values {
  const typed = (Object.keys(current) as (keyof Values)[]).filter(
    (field) => JSON.stringify(current[field]) !== JSON.stringify(sent[field]),
  );
  return { ...saved, ...Object.fromEntries(typed.map((field) => [field, current[field]])) };
}
