/** At most this many orders and places are written in one transaction (docs/decisions/048). */
export const BATCH = 500;

/**
 * The rows of an import in batches, in their order. A row with its companions is never split. Pure: the same rows always
 * make the same batches, so an import that was interrupted goes on where it stood.
 */
export function batchesOf<Row extends { plus: number }>(rows: readonly Row[], most: number = BATCH): Row[][] {
  const batches: Row[][] = [];
  let places = 0;
  for (const row of rows) {
    const last = batches.at(-1);
    if (!last || places + row.plus + 1 > most) {
      batches.push([row]);
      places = row.plus + 1;
    } else {
      last.push(row);
      places += row.plus + 1;
    }
  }
  return batches;
}

/** How many places each price gives in each batch, in the order of the batches. Pure. */
export const placesByBatch = (
  batches: readonly (readonly { priceId: number; plus: number }[])[],
): { batch: number; priceId: number; places: number }[] =>
  batches.flatMap((rows, batch) =>
    [...Map.groupBy(rows, ({ priceId }) => priceId)].map(([priceId, same]) => ({
      batch,
      priceId,
      places: same.reduce((sum, { plus }) => sum + plus + 1, 0),
    })),
  );
