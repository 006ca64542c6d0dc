import { type ComponentProps, Fragment, type ReactNode, useMemo } from 'react';
import { cx } from '../../../ui/class-names.ts';
import type { Place } from './places.ts';
import { type RowId, type RowPlace, useWindowed } from './use-windowed.ts';
import styles from './windowed.module.css';

type WindowedItemProps = RowPlace & Omit<ComponentProps<'li'>, 'id' | 'ref'>;

/** The element of a row in a windowed list. */
export function WindowedItem({ id, index, setSize, measure, ...li }: WindowedItemProps) {
  return <li {...placeAttributes({ id, index, setSize })} ref={measure} {...li} />;
}

/** The attributes of the element of a row. */
export const placeAttributes = ({ id, index, setSize }: Omit<RowPlace, 'measure'>) => ({
  'data-row': id,
  'data-index': index,
  'aria-setsize': setSize,
  'aria-posinset': setSize === undefined ? undefined : index + 1,
});

type PlacesProps = { places: readonly Place[]; row: (index: number) => ReactNode };

/** The rows of a windowed list, with empty elements that are as high as the rows that are not rendered. */
export const Places = ({ places, row }: PlacesProps) =>
  places.map((place) =>
    place.kind === 'row' ? (
      row(place.index)
    ) : (
      <li key={`room ${place.after}`} aria-hidden="true" style={{ height: place.size }} />
    ),
  );

type WindowedRowsProps<Row> = {
  as: 'ol' | 'ul';
  rows: readonly Row[];
  /** The id of a row. Pass the same function each time. */
  idOf: (row: Row) => RowId;
  /** Renders a row into a `WindowedItem` with the given place. */
  children: (row: Row, place: RowPlace) => ReactNode;
};

/** A list that renders only the rows near the window if it is long. */
export function WindowedRows<Row>({ as: List, rows, idOf, children }: WindowedRowsProps<Row>) {
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const { list, isWindowed, places, placeOf } = useWindowed<HTMLOListElement & HTMLUListElement>(ids);
  return (
    <List {...list} className={cx(isWindowed && styles.windowed)}>
      <Places
        places={places}
        row={(index) => {
          const row = rows[index];
          const place = placeOf(index);
          return row !== undefined && <Fragment key={place.id}>{children(row, place)}</Fragment>;
        }}
      />
    </List>
  );
}
