import { Trans } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../buttons/button.tsx';
import styles from './search-head.module.css';
import { TextInput } from './text-input.tsx';

type SearchHeadProps = {
  title: ReactNode;
  /** The label of the search field; without it there is no search. */
  label: string | null;
  /** The current search. */
  query: string;
};

/** The title of a page, with a search field. The search is kept in the address as `query`. */
export function SearchHead({ title, label, query }: SearchHeadProps) {
  const isSearching = useNavigation().state === 'loading';
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {label !== null && (
        <search>
          <Form method="get" className={styles.search} key={query}>
            <TextInput
              label={label}
              name="query"
              type="search"
              defaultValue={query}
              maxLength={200}
              enterKeyHint="search"
              before={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
            />
            <Button type="submit" loading={isSearching}>
              <Trans>Search</Trans>
            </Button>
          </Form>
        </search>
      )}
    </div>
  );
}

/** One line for a search without results, with a link that shows everything. */
export function NothingFound({ children }: { children: ReactNode }) {
  return <p className={styles.none}>{children}</p>;
}
