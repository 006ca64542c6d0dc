import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListControls } from '../list/use-list.ts';
import type { FilterField } from './fields.ts';
import styles from './filters.module.css';
import { Amount, Choice, Days, Part } from './inputs.tsx';

export type FieldsProps = { list: ListControls; filters: FilterField[] };

/** All filters of a list, and the button that clears them. */
export function Fields({ list, filters }: FieldsProps) {
  // The fields of dates, amounts and texts keep what was typed. Clearing the filters renders them anew.
  const [nth, setNth] = useState(0);
  return (
    <>
      {filters.map((filter) => (
        <fieldset key={`${filter.field} ${nth}`} className={styles.filter}>
          <legend>{filter.label}</legend>
          {filter.kind === 'days' ? (
            <Days list={list} filter={filter} />
          ) : filter.kind === 'amount' ? (
            <Amount list={list} filter={filter} />
          ) : filter.kind === 'text' ? (
            <Part list={list} filter={filter} />
          ) : (
            <Choice list={list} filter={filter} />
          )}
        </fieldset>
      ))}
      <Button
        size="sm"
        fullWidth
        disabled={list.view.filters.length === 0}
        onClick={() => {
          list.change({ filters: [] });
          setNth(nth + 1);
        }}
      >
        <Trans>Clear filters</Trans>
      </Button>
    </>
  );
}
