/**
 * A column of an exported file. `as` says what the text of its cells is, so that a spreadsheet can calculate with it: a
 * decimal ("12.50"), a time on the event's clock ("2027-06-11 20:00") or a date ("2027-06-11"). A cell that is written
 * otherwise stays text. Without `as` a number is a number and a text is a text.
 */
export type Column<Row> = {
  header: string;
  as?: 'decimal' | 'time' | 'date';
  value: (row: Row) => string | number | null;
};

/** Headers of a file, none twice: the second "Size" is "Size (2)". */
export function distinctHeaders<Row>(columns: readonly Column<Row>[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ header }) => {
    let name = header;
    for (let nth = 2; taken.has(name); nth += 1) name = `${header} (${nth})`;
    taken.add(name);
    return name;
  });
}
