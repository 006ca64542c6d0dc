import { RowBox } from '../selection/select-boxes.tsx';
import type { ListTableProps } from './columns.ts';
import styles from './list.module.css';
import { RowMenu } from './row-menu.tsx';
import { SelectButton } from './row-tools.tsx';

/** The rows of a narrow page. Boxes wait behind a button, so that a row is as wide as the page. */
export function Cards<Row>({ label, rows, rowKey, narrow, rowName, menu, selection }: ListTableProps<Row>) {
  const isSelecting = selection?.isSelecting === true;
  return (
    <>
      {selection && (
        <div className={styles.selecting}>
          <SelectButton selection={selection} />
        </div>
      )}
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => {
          const key = rowKey(row);
          const name = rowName?.(row) ?? '';
          const items = menu?.(row);
          return (
            <li key={key} className={styles.card} data-selected={selection?.has(key) || undefined}>
              {selection && isSelecting && <RowBox selection={selection} id={key} name={name} />}
              <div className={styles.cardWords}>{narrow(row)}</div>
              {items && <RowMenu name={name}>{items}</RowMenu>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
